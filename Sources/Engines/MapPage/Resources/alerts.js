// Service alerts: a symbol and a header beside what is affected, the text on opening.

const alertKey = (record) => keyOf(record.feed_id, record.alert_id);
const ALERTS = new Map(records("alerts").map((alert) => [alertKey(alert), alert]));

/** The alerts that a record names, in the order of their severity; `feedId` is that of what the record is part of. */
const alertsOf = (record, feedId = record.feed_id) =>
  (record.alert_ids ?? []).map((id) => ALERTS.get(keyOf(feedId, id))).filter(Boolean);

for (const alert of records("alerts")) {
  for (const id of alert.route_ids ?? []) {
    const route = ROUTES.get(keyOf(alert.feed_id, id));
    if (route) (route.alerts ??= []).push(alert);
  }
}
{
  const byStop = new Map();
  for (const alert of records("alerts")) {
    for (const id of alert.stop_ids ?? []) {
      const key = keyOf(alert.feed_id, id);
      if (!byStop.has(key)) byStop.set(key, []);
      byStop.get(key).push(alert);
    }
  }
  for (const pin of records("pins")) {
    const ids = [pin.stop_id, ...pin.platforms.map((platform) => platform.stop_id)];
    // In the order of the page's alerts, each once.
    const found = new Set(ids.flatMap((id) => byStop.get(keyOf(pin.feed_id, id)) ?? []));
    if (found.size) pin.alerts = records("alerts").filter((alert) => found.has(alert));
  }
}

const ALERT_KINDS = { 4: "severe", 3: "warning" };
const alertKind = (alert) => ALERT_KINDS[alert.severity_level] ?? "info";

/** What an alert is called: its header, else how its text begins, else its effect. */
const alertTitle = (alert) => alert.header_text ?? alert.description_text ?? ALERT_EFFECTS[alert.effect] ?? "Service alert";

/** The first of some alerts in one line, with the number of others; null without alerts. */
function alertLine(alerts) {
  if (!alerts?.length) return null;
  return el("span", { class: `alert-line ${alertKind(alerts[0])}` }, symbol("alert"),
    el("span", { class: "spoken" }, "Alert: "), named(brief(alertTitle(alerts[0]), 160), "clamp-one"),
    alerts.length > 1 ? el("span", { class: "alert-more" }, `+${grouped(alerts.length - 1)}`,
      el("span", { class: "spoken" }, " more")) : null);
}

/** The same as it is spoken. */
const alertWords = (alerts) => alerts?.length
  ? `alert: ${brief(alertTitle(alerts[0]), 160)}${alerts.length > 1 ? `, and ${plural(alerts.length - 1, "more alert")}` : ""}`
  : null;

/** An instant as date and time on the page's clock, else on that of its departures, else in UTC. */
function momentText(seconds) {
  const ahead = DATA.timezone ? zoneOffset(DATA.timezone, seconds) : null;
  if (ahead !== null) {
    const local = new Date((seconds + ahead) * 1000);
    return `${dateText(local)}, ${pad(local.getUTCHours())}:${pad(local.getUTCMinutes())}`;
  }
  const own = records("departures").find((departure) => departure.departure_time_local)?.departure_time_local;
  const { clock, date, offset } = onClockOf(own, seconds);
  return `${date}, ${clock}${own ? "" : ` ${offset}`}`;
}

function alertPeriod(alert) {
  const from = alert.active_from == null ? null : momentText(alert.active_from);
  const until = alert.active_until == null ? null : momentText(alert.active_until);
  if (!from && !until) return null;
  return el("p", { class: "quiet" }, from ? `From ${from}` : "", from && until ? " " : "",
    until ? `${from ? "until" : "Until"} ${until}` : "");
}

/** An alert that opens: its header, and behind it its text, its period and its address. */
function alertDetails(alert) {
  const title = alertTitle(alert), kind = alertKind(alert);
  const effect = ALERT_EFFECTS[alert.effect];
  const text = alert.description_text && alert.description_text !== title ? alert.description_text : null;
  return el("details", { class: `alert ${kind}` },
    el("summary", {}, symbol("alert"),
      el("span", { class: "spoken" }, kind === "info" ? "Alert: " : `${kind === "severe" ? "Severe alert" : "Warning"}: `),
      named(title)),
    el("div", { class: "alert-text" },
      text ? el("p", { class: "lines" }, named(text)) : null,
      effect && effect !== title ? el("p", { class: "quiet" }, effect) : null, alertPeriod(alert),
      alert.url ? el("p", {}, el("a", { href: alert.url, target: "_blank", rel: "noopener noreferrer nofollow" },
        "More information", el("span", { class: "quiet" }, " ", named(brief(alert.url.replace(/^https?:\/\//i, ""), 60)))))
        : null));
}

const MOST_ALERTS = 100;

/** Alerts that open, one below another; null without alerts. */
function alertList(alerts, label = "Alerts") {
  if (!alerts?.length) return null;
  const more = alerts.length - MOST_ALERTS;
  return el("ul", { class: "alerts", "aria-label": label },
    alerts.slice(0, MOST_ALERTS).map((alert) => el("li", {}, alertDetails(alert))),
    more > 0 ? el("li", { class: "quiet" }, `and ${grouped(more)} more`) : null);
}

/** The alerts of several lists, each once, in the order of the page. */
const alertsTogether = (...lists) => {
  const all = new Set(lists.flat());
  return records("alerts").filter((alert) => all.has(alert));
};
