import Drawing

extension Color {
    /// The colour for text on this one: `wanted` where it can be read (4.5, WCAG 2.2 §1.4.3), else black or white,
    /// whichever differs more.
    func readableText(_ wanted: Color?) -> Color {
        if let wanted, contrast(with: wanted) >= 4.5 { return wanted }
        return contrast(with: .black) >= contrast(with: .white) ? .black : .white
    }
}
