/// The help of `--language`, which several stages have.
enum AlertLanguages {
    static let rule =
        "Otherwise alerts are in the language of feed_info.txt, or else without a language tag, or else in their first "
        + "language. The texts of one alert are never in different languages."
}
