"""Asks Chromium how far animations with CSS easings have come: the progress of their effects, by the Web Animations API."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

EASINGS = [
    "linear",
    "ease-in",
    "ease-out",
    "ease-in-out",
    "cubic-bezier(0.25,0.1,0.25,1)",
    "cubic-bezier(0,0,1,1)",
    "cubic-bezier(0.68,-0.55,0.27,1.55)",
    "cubic-bezier(0.9,0.03,0.69,0.22)",
    "cubic-bezier(0,1,1,0)",
    "cubic-bezier(1,0,0,1)",
    "cubic-bezier(0.17,0.67,0.83,0.67)",
    "cubic-bezier(0.5,-2,0.5,3)",
    "cubic-bezier(0.01,0.99,0.02,1)",
]
MEASURE = """(easing) => {
  const animation = document.body.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1000, easing });
  animation.pause();
  const rows = [];
  for (let step = 1; step < 40; step += 1) {
    animation.currentTime = step * 25;
    rows.push([step / 40, animation.effect.getComputedTiming().progress]);
  }
  animation.cancel();
  return rows;
}"""


def main():
    """Writes the figures to the file that is named."""
    lines = ["easing;time;progress"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content("<!DOCTYPE html><body>")
        for easing in EASINGS:
            lines += [f"{easing};{time};{progress!r}" for time, progress in page.evaluate(MEASURE, easing)]
        browser.close()
    Path(sys.argv[1]).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
