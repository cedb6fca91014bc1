import { describe, expect, it } from 'vitest'
import { processRow } from './process-row.test-support.ts'
import { rowAsTsv, runtimeLabel } from './row-text.ts'

describe('text of a row', () => {
  it.each([
    [{ runtimeVersion: '10.0.3' }, '10.0.3'],
    [{ runtimeVersion: '10.0.14+abcdef' }, '10.0.14'],
    [{ runtimeVersion: '11.0.0-preview.5.26123.1' }, '11.0.0 preview.5'],
    [{ runtimeVersion: '3.1.32' }, 'Core 3.1.32'],
    [{ runtimeVersion: '10.0.3', runtimeFlavour: 'nativeaot' as const }, '10.0.3 AOT'],
    [{ runtimeVersion: null }, null],
  ])('names the runtime of %o as %s', (changes, label) => {
    expect(runtimeLabel(processRow(1, changes))).toBe(label)
  })

  it('copies a row as tab-separated values, one field for each head, secrets masked', () => {
    const row = processRow(4121, { name: 'a\tb', commandLine: 'app --password=x\ny', startTimeMs: 0 })
    const text = rowAsTsv(row, { key: row.key, cpuPercent: 38.25, workingSetBytes: 1024, threadCount: 3 })
    expect(text.split('\t')).toEqual([
      'a b',
      '4121',
      '10.0.3',
      'x64',
      'mara',
      'ready',
      '38.25',
      '1024',
      '1970-01-01T00:00:00.000Z',
      'app --password=•••••••• y',
    ])
  })
})
