import { describe, expect, it } from 'vitest'
import type { CounterFile } from './counter-file.ts'
import { readCounterFile } from './counter-file.ts'

const headings = 'Timestamp,Provider,Counter Name,Counter Type,Mean/Increment'

function read(text: string): CounterFile {
  const file = readCounterFile(text)
  if (!file.ok || file.value === null) throw new Error(JSON.stringify(file))
  return file.value
}

const value = (row: string, first = headings) => read(`${first}\n${row}\n`).values
const cpuAt = (...times: readonly string[]) =>
  read([headings, ...times.map((time) => `${time},System.Runtime,CPU Usage (%),Metric,7`), ''].join('\n')).timesMs
const localTime = (day: number) => new Date(2026, 10, day, 19, 39, 22).getTime()

describe('numbers of a file of counter values', () => {
  it('have a decimal comma between semicolons, tabs and commas', () => {
    for (const separator of [';', '\t'])
      expect(
        value(
          `25.11.2026 19:39:22;System.Runtime;CPU Usage (%);Metric;7,5`.replaceAll(';', separator),
          headings.replaceAll(',', separator),
        ),
      ).toEqual([7.5])
    expect(value('25.11.2026 19:39:22,System.Runtime,CPU Usage (%),Metric,7,5')).toEqual([7.5])
    expect(value('25.11.2026 19:39:22,System.Runtime,CPU Usage (%),Metric,-1,5E-05')).toEqual([-1.5e-5])
    expect(value('25.11.2026 19:39:22,System.Runtime,CPU Usage (%),Metric,7')).toEqual([7])
    expect(
      value('2026-11-25T19:39:22Z;Shop;"orders[region=eu;tier=a]";Rate;7.5', headings.replaceAll(',', ';')),
    ).toEqual([7.5])
  })

  it('are refused with their line where a comma and a dot could each be the decimal one', () => {
    const text = `${headings.replaceAll(',', ';')}\n25.11.2026 19:39:22;Shop;a;Metric;7,5\n25.11.2026 19:39:23;Shop;a;Metric;1.234,5\n`
    expect(readCounterFile(text)).toEqual({
      ok: false,
      error: {
        kind: 'malformed',
        what: 'counter file',
        offset: text.indexOf('25.11.2026 19:39:23'),
        place: 'line 3',
        expected: 'a number without thousands separators',
        found: '1.234,5',
      },
    })
  })

  it('may be none: such rows are left out, and so is a last line that is cut off', () => {
    expect(value('25.11.2026 19:39:22,Shop,a,Metric,NaN')).toEqual([])
    expect(read(`${headings}\n2026-11-25T19:39:22Z,Shop,a,Metric,3\n2026-11-2,Shop,a,Metric,1`).values).toEqual([3])
  })
})

describe('times of a file of counter values', () => {
  it('have the day first with dots and dashes, and the month first with slashes', () => {
    expect(cpuAt('05.11.2026 19:39:22', '05-11-2026 19.39.22', '5. 11. 2026 19:39:22')).toEqual(
      Array(3).fill(localTime(5)),
    )
    expect(cpuAt('11/05/2026 19:39:22', '11/5/2026 7:39:22 PM', '11/5/26 7:39:22\u202fpm')).toEqual(
      Array(3).fill(localTime(5)),
    )
    expect(cpuAt('2026-11-05 19:39:22', '2026/11/05 19:39:22')).toEqual(Array(2).fill(localTime(5)))
    expect(cpuAt('11/5/2026 12:00:00 AM')).toEqual([new Date(2026, 10, 5).getTime()])
  })

  it('have the day first with slashes too where one of them or a decimal comma shows it', () => {
    expect(cpuAt('05/11/2026 19:39:22', '25/11/2026 19:39:22')).toEqual([localTime(5), localTime(25)])
    const comma = `${headings}\n05/11/2026 19:39:22,Shop,a,Metric,7,5\n`
    expect(read(comma).timesMs).toEqual([localTime(5)])
    expect(cpuAt('11/05/2026 19:39:22', '11/25/2026 19:39:22')).toEqual([localTime(5), localTime(25)])
    // Twelve may be a month as well as a day.
    const twelve = `${headings}\n05/12/2026 00:00:00,Shop,a,Metric,7,5\n12/05/2026 00:00:00,Shop,a,Metric,7,5\n`
    expect(read(twelve).timesMs).toEqual([new Date(2026, 11, 5).getTime(), new Date(2026, 4, 12).getTime()])
  })

  it('are refused where they are no date in digits, or none of a calendar', () => {
    for (const time of ['25 nov. 2026 19:39:22', '31.11.2026 19:39:22', '25/11/2026 19:39 x'])
      expect(readCounterFile(`${headings}\n${time},Shop,a,Metric,3\n\n`)).toMatchObject({
        error: { place: 'line 2', expected: 'a date and time in digits', found: time },
      })
  })
})
