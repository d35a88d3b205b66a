"""Hooks of MkDocs for scripts/build-docs: Markdown and anchors as GitHub reads them."""
import re

ITEM = re.compile(r" {0,3}(?:[-*+]|\d+\.) ")


def slugify(text, separator):
    """As `slugify` of scripts/build-docs; what comes here is plain text already."""
    return re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", separator)


def on_config(config):
    config["mdx_configs"]["toc"] = {"slugify": slugify}
    return config


def on_page_markdown(markdown, **_):
    """Puts the empty lines around lists and tables that Python-Markdown needs and GitHub does not."""
    lines, fence = [], None
    for line in markdown.splitlines():
        before = lines[-1] if lines else ""
        marker = re.match(r"\s*(```+|~~~+)", line)
        if fence is None and before.strip() and not before.startswith("#"):
            begins_list = ITEM.match(line) and not ITEM.match(before) and not before.startswith(" ")
            begins_table = line.startswith("|") and not before.startswith("|")
            if begins_list or begins_table:
                lines.append("")
        if marker and fence is None:
            fence = marker.group(1)
        elif marker and marker.group(1).startswith(fence) and line.strip() == marker.group(1):
            fence = None
        if fence is None and line.startswith("|"):
            # GitHub ends a cell even at a | in code, unless a backslash precedes it; Python-Markdown shows the backslash.
            line = re.sub(r"`[^`]*`", lambda code: code.group().replace("\\|", "|"), line)
        lines.append(line)
    return "\n".join(lines)
