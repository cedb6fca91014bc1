/*
 * dotnet-counters writes times as the culture of its machine has them, older versions numbers too, and a spreadsheet of such a culture saves the
 * file with semicolons:
 *
 *     25.11.2026 19:39:22,System.Runtime,CPU Usage (%),Metric,7,5
 *     25.11.2026 19:39:22;System.Runtime;CPU Usage (%);Metric;7,5
 */

const separators = [',', ';', '\t'] as const
type Separator = (typeof separators)[number]

/** The one that there is most of in the headings. */
export function separatorOf(headings: string): Separator {
  const countOf = (separator: Separator): number => headings.split(separator).length
  return separators.reduce((most, separator) => (countOf(separator) > countOf(most) ? separator : most))
}

/** How the numbers and times of one file are written. Learn from all its rows before the first is read. */
export class CounterWriting {
  readonly #separator: Separator
  readonly #columnCount: number
  #isDayFirst = false
  #isMonthFirst = false
  #hasDecimalComma = false

  constructor(separator: Separator, columnCount: number) {
    this.#separator = separator
    this.#columnCount = columnCount
  }

  /** A comma between two figures at the end of a row with a cell too many is that of a number. */
  joinFigure(cells: readonly string[]): readonly string[] {
    const [whole, fraction] = cells.slice(-2)
    const isParted = this.#separator === ',' && cells.length === this.#columnCount + 1
    if (!isParted || !/^-?\d+$/.test(whole ?? '') || !/^\d+(?:E[+-]?\d+)?$/i.test(fraction ?? '')) return cells
    return [...cells.slice(0, -2), `${whole!},${fraction!}`]
  }

  learn(time: string, figure: string): void {
    const [first, second] = dateOf(time)?.numbers ?? []
    if (first !== undefined && first > 12 && first < 32) this.#isDayFirst = true
    if (second !== undefined && second > 12 && first! < 32) this.#isMonthFirst = true
    if (decimalComma.test(figure)) this.#hasDecimalComma = true
  }

  /** What is in the way of reading a row; null: nothing, or it holds no value. */
  unclearOf(time: string, figure: string): Unclear | null {
    if (/\d/.test(figure) && Number.isNaN(this.numberOf(figure)))
      return { expected: 'a number without thousands separators', found: shortened(figure) }
    if (/\d/.test(time) && Number.isNaN(this.timeOf(time)))
      return { expected: 'a date and time in digits', found: shortened(time) }
    return null
  }

  /** NaN: no number, or one that could be two: `1.234,5` or `1,234.5`. */
  numberOf(text: string): number {
    if (text === '') return Number.NaN
    return Number(decimalComma.test(text) ? text.replace(',', '.') : text)
  }

  /** Without a zone it is the time of day of the machine that wrote it; this one's stands for it. */
  timeOf(text: string): number {
    const date = dateOf(text)
    if (date === null) return isoTime(text)
    const { numbers, separator, hour, minute, second, half } = date
    const [a, b, c] = numbers
    const isYearFirst = a! > 31
    // Dots are German, Polish, Russian ...: the day comes first there. With a comma in numbers it does so everywhere.
    const isDayFirst = this.#isDayFirst || (!this.#isMonthFirst && (separator !== '/' || this.#hasDecimalComma))
    const [year, month, day] = isYearFirst ? [a!, b!, c!] : isDayFirst ? [c!, b!, a!] : [c!, a!, b!]
    const fullYear = year < 100 ? 2000 + year : year
    const hourOfDay = half === '' ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
    const time = new Date(fullYear, month - 1, day, hourOfDay, minute, second)
    return time.getMonth() === month - 1 && time.getDate() === day ? time.getTime() : Number.NaN
  }
}

export interface Unclear {
  readonly expected: string
  readonly found: string
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const decimalComma = /^-?\d+,\d+(?:E[+-]?\d+)?$/i
const dateAndTime =
  /^(\d{1,4})([./-]) ?(\d{1,2})\2 ?(\d{1,4})\.? (\d{1,2})[:.](\d\d)(?:[:.](\d\d))?(?: ?([ap])\.?\s?m\.?)?$/i

interface WrittenTime {
  readonly numbers: readonly number[]
  readonly separator: string
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** `a` or `p`; empty: of 24 hours. */
  readonly half: string
}

/** Null: not a date with a time in figures, or one of ISO 8601. */
function dateOf(text: string): WrittenTime | null {
  const found = dateAndTime.exec(text.replaceAll(/[\u00a0\u2009\u202f]/g, ' '))
  if (found === null) return null
  const [, a, separator, b, c, hour, minute, second, half] = found
  return {
    numbers: [Number(a), Number(b), Number(c)],
    separator: separator!,
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second ?? 0),
    half: (half ?? '').toLowerCase(),
  }
}

/** Of ISO 8601 alone: whatever else `Date.parse` understands it reads as an American. */
export function isoTime(text: string): number {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? Date.parse(text.replace(' ', 'T')) : Number.NaN
}
