import { language } from './language.ts';

const time = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const dateAndTime = new Intl.DateTimeFormat(language, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const whole = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' });

/** A moment as people say it on the same day: `14:02`; on another day with the date. */
export function formatMoment(iso: string, now: number = Date.now()): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date(now).toDateString();
  return (isToday ? time : dateAndTime).format(date);
}

/** A moment with everything, for a tooltip. */
export function formatWhole(iso: string): string {
  return whole.format(new Date(iso));
}

/** How long something has lasted, in its largest unit: `12 min`, `3 hr`, `2 days`; `null` below a minute. */
export function formatDuration(fromIso: string, now: number): string | null {
  const minutes = Math.floor((now - Date.parse(fromIso)) / 60_000);
  if (minutes < 1) return null;
  if (minutes < 60) return toUnit(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? toUnit(hours, 'hour') : toUnit(Math.floor(hours / 24), 'day');
}

function toUnit(value: number, unit: 'minute' | 'hour' | 'day'): string {
  const unitDisplay = unit === 'day' ? 'long' : 'short';
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(value);
}
