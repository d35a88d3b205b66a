extension ChartPage {
    /// The page's style sheet; what changes in the dark changes here, the picture's own colours are those of light.
    ///
    /// In the dark the scale of shares runs from dark to bright, so that much crowding stands out there too.
    package static let style = """
        :root{color-scheme:light dark}
        body{margin:0;font:15px/1.45 system-ui,sans-serif;color:#1a1a1a;background:#fff}
        main{padding:0 0 2rem}
        h2,p{margin:1rem 20px .5rem}
        h2{font-size:1.15rem}
        .spoken{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
        .scroll{overflow-x:auto;max-width:100%}
        .scroll:focus-visible{outline:3px solid #1f5fbf;outline-offset:-3px}
        .chart{display:block;max-width:100%;height:auto}
        .fit{min-width:40rem}
        .wide{min-width:58rem}
        .wider{min-width:75rem}
        .widest{max-width:none}
        table{border-collapse:collapse;font-size:13px;margin:0 20px}
        th,td{text-align:left;vertical-align:top;padding:.25rem .6rem;border-bottom:1px solid #c8c8c8;max-width:22rem;\
        overflow-wrap:break-word}
        thead th{position:sticky;top:0;background:#f1f1f1;white-space:nowrap}
        tbody th{font-weight:600;min-width:9rem}
        tbody tr:nth-child(even){background:#f7f7f7}
        .n{text-align:right;font-variant-numeric:tabular-nums}
        .long{max-height:4.4em;overflow:auto;overflow-wrap:anywhere}
        @media (prefers-color-scheme:dark){
        body{color:#ececec;background:#141414}
        .chart{fill:#ececec}
        .paper{fill:#141414}
        .muted{fill:#b4b4b4}
        .e,.edge{stroke:#8a8a8a}
        .el,.line{stroke:#4a4a4a}
        .s0{fill:#33261a}.s1{fill:#6b3410}.s2{fill:#a34b12}.s3{fill:#dd7a2a}.s4{fill:#f7b75f}.s5{fill:#ffedb8}
        .on-s0,.on-s1,.on-s2{fill:#fff}.on-s3,.on-s4,.on-s5{fill:#1a1a1a}
        th,td{border-color:#4a4a4a}
        thead th{background:#262626}
        tbody tr:nth-child(even){background:#1c1c1c}
        .scroll:focus-visible{outline-color:#8ab4ff}
        }
        @media print{.scroll{overflow:visible}.chart{min-width:0;max-width:100%}thead th{position:static}}
        """
}
