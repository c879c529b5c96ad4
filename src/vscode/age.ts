const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number, number])[] = [
  // unit, its seconds, from how many seconds on it is used
  ['year', 365 * DAY, 365 * DAY],
  ['month', 30 * DAY, 60 * DAY],
  ['day', DAY, DAY],
  ['hour', HOUR, HOUR],
  ['minute', MINUTE, MINUTE],
];

/**
 * How long ago a moment was, in the words of a language: `now`, `5 min. ago`, `3 days ago`. A moment that lies
 * ahead (clocks of two machines differ) is `now`.
 * @param moment ISO 8601
 * @param locale BCP 47 tag, e.g. `vscode.env.language`
 */
export function age(moment: string, now: Date, locale: string): string {
  const seconds = (now.getTime() - Date.parse(moment)) / 1000;
  for (const [unit, size, from] of UNITS) {
    if (seconds >= from) {
      return new Intl.RelativeTimeFormat(locale, { style: 'short' }).format(
        -Math.floor(seconds / size),
        unit,
      );
    }
  }
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
}

/**
 * How long it is until a moment, in the words of a language: `in 3 days`, `in 5 hr.`; `now` for one that has come.
 * @param moment ISO 8601
 * @param locale BCP 47 tag, e.g. `vscode.env.language`
 */
export function timeLeft(moment: string, now: Date, locale: string): string {
  const seconds = (Date.parse(moment) - now.getTime()) / 1000;
  for (const [unit, size, from] of UNITS) {
    if (seconds >= from) {
      return new Intl.RelativeTimeFormat(locale, { style: 'short' }).format(Math.floor(seconds / size), unit);
    }
  }
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second');
}
