import { performance } from 'node:perf_hooks';

/**
 * ISO 8601 UTC with microseconds and `+00:00`, e.g. 2026-10-05T09:12:00.412345+00:00. One width and one offset,
 * so that texts compare as times do. The microseconds come from the monotonic clock: they tell two saves of one
 * millisecond apart to a reader, and are never used for order.
 */
export function timestamp(date: Date): string {
  const micros = Math.floor((performance.now() * 1000) % 1000);
  return isoMicroseconds(date, micros);
}

/** The same form with given microseconds (0-999), for a time that was computed rather than observed. */
export function isoMicroseconds(date: Date, micros = 0): string {
  return `${date.toISOString().slice(0, -1)}${String(micros).padStart(3, '0')}+00:00`;
}

const DAY = 24 * 60 * 60 * 1000;

/** `days` may be a fraction. */
export function daysLater(date: Date, days: number): string {
  return isoMicroseconds(new Date(date.getTime() + Math.round(days * DAY)));
}

export function minutesEarlier(date: Date, minutes: number): string {
  return isoMicroseconds(new Date(date.getTime() - minutes * 60_000));
}

export function hoursEarlier(date: Date, hours: number): string {
  return minutesEarlier(date, hours * 60);
}
