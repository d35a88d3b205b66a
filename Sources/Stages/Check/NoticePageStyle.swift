/// What a page of notices has beside the style sheet of all pages.
enum NoticePageStyle {
    static let sheet = """
        main{max-width:70rem}
        h1{margin:1rem 20px .25rem;font-size:1.5rem;overflow-wrap:anywhere}
        h3{margin:1.6rem 20px .25rem;font-size:1rem;overflow-wrap:anywhere}
        p{max-width:46rem}
        h3+p,h3~p{margin:.25rem 20px}
        .muted-text{color:#595959}
        .fit{min-width:0;width:100%;max-width:34rem}
        .counts{display:flex;flex-wrap:wrap;gap:.75rem;margin:1rem 20px}
        .counts div{flex:1 1 8rem;max-width:14rem;border:1px solid #c8c8c8;border-left:.4rem solid;padding:.4rem .8rem}
        .counts dt{font-size:13px}
        .counts dd{margin:0;font-size:1.6rem;font-weight:600;line-height:1.2;font-variant-numeric:tabular-nums}
        .counts dd+dd{font-size:13px;font-weight:400}
        .badge{display:inline-block;border:1px solid;padding:0 .4rem;margin-right:.3rem;font-size:12px;line-height:1.5}
        .error{color:#b31d1d}
        .warning{color:#8a5a00}
        .info{color:#1f5fbf}
        .counts dt,.counts dd{color:#1a1a1a}
        a{color:inherit}
        a:focus-visible{outline:3px solid #1f5fbf;outline-offset:2px}
        section>h2{margin-top:1.6rem}
        @media (max-width:40rem){
        th,td{padding:.25rem .4rem}
        td:last-child,tbody th{overflow-wrap:anywhere}
        }
        @media (prefers-color-scheme:dark){
        .counts div{border-color:#4a4a4a;border-left-color:currentColor}
        .counts dt,.counts dd{color:#ececec}
        .muted-text{color:#b4b4b4}
        .error{color:#ff9d94;fill:#ff9d94}
        .warning{color:#f2c14e;fill:#f2c14e}
        .info{color:#8ab4ff;fill:#8ab4ff}
        .chart .error,.chart .warning,.chart .info{stroke:#141414}
        a:focus-visible{outline-color:#8ab4ff}
        }
        @page{margin:16mm 12mm}
        @media print{
        h2,h3{break-after:avoid}
        tr,.counts,section{break-inside:avoid}
        main{max-width:none}
        }
        """
}
