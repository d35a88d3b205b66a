// Lists of thousands: their rows are made as they come into sight, a hundred at a time.

class LazyList {
  static STEP = 100;

  /** - make(item): the element of an item's row, made when it is first shown. */
  constructor(element, make) {
    Object.assign(this, { element, make, items: [], count: 0, made: new Map() });
    // A button for those who do not scroll: with it in sight, rows follow by themselves.
    this.button = el("button", { type: "button", onclick: () => this.showMore(true) });
    this.more = el("li", { class: "more" }, this.button);
    this.watcher = new IntersectionObserver((entries) => { if (entries.some(({ isIntersecting }) => isIntersecting)) this.showMore(); },
      { rootMargin: "400px" });
  }

  /** Shows other items from the first on. */
  set(items) {
    this.items = items;
    this.count = 0;
    this.watcher.disconnect();
    this.element.replaceChildren();
    this.showMore();
  }

  row(item) {
    if (!this.made.has(item)) this.made.set(item, this.make(item));
    return this.made.get(item);
  }

  showMore(takesFocus = false) {
    const next = this.items.slice(this.count, this.count + LazyList.STEP).map((item) => this.row(item));
    this.watcher.disconnect();
    this.more.remove();
    this.element.append(...next);
    this.count += next.length;
    const rest = this.items.length - this.count;
    if (rest > 0) {
      this.button.textContent = `Show more (${grouped(rest)})`;
      this.element.append(this.more);
      this.watcher.observe(this.more);
    }
    if (takesFocus) next[0]?.querySelector("button")?.focus();
  }
}

const COLLATOR = new Intl.Collator("en", { numeric: true });

/** Routes as people count: 2 before 10, and 10 before 10A; names of letters behind numbers. */
function routeOrder(one, other) {
  const [a, b] = [routeLabel(one), routeLabel(other)], isNumber = (text) => /^\d/.test(text);
  return isNumber(b) - isNumber(a) || COLLATOR.compare(a, b) || one.number - other.number;
}
