import { expect, it } from 'vitest'
import type { TraceImport } from '../../../shared/model/trace/trace-import.ts'
import { importWords, noteWords, stacksOnlyWords, unitWords } from './import-words.ts'
import { weightWords } from './view/weight-words.ts'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'

const imported: TraceImport = {
  format: 'speedscope',
  tool: 'another tool 2.1',
  name: '',
  unit: 'ms',
  statedUnit: 'microseconds',
  hasTimes: true,
  hasDotNet: false,
  hasStart: false,
  notes: [],
}

const of = (unit: TraceImport['unit']) => weightWords({ ...imported, unit })

it('says what the file is, and that it holds only stacks', () => {
  expect(importWords(imported)).toBe('speedscope, written by another tool 2.1')
  expect(importWords({ ...imported, format: 'folded', tool: '' })).toBe('Folded stacks')
  expect(stacksOnlyWords(imported)).toMatch(/^This file holds only stacks: it is a speedscope file, not a recording/)
})

it('says figures in the unit of the file, and never calls them samples of time', () => {
  expect(of('ms').text(1500)).toMatch(/^1\.50?\ss$/)
  expect(of('bytes').text(4 * 2 ** 20)).toMatch(/^4(\.00)?\sMiB$/)
  expect([of('samples').text(3), of('count').text(3), of('unstated').text(2.5)]).toEqual(['3 samples', '3', '2.50'])
  expect(of('unstated').nature).toBe('Weights in the file, which doesn’t state their unit')
  expect([of('ms').kind(wholeTrace), weightWords(null).kind(wholeTrace)]).toEqual(['Total', 'All samples'])
  expect(weightWords(null).nature).toBe('Sampled wall-clock time')
})

it('says the unit as the file calls it', () => {
  expect(unitWords(imported)).toBe('Time; microseconds in the file')
  expect(unitWords({ ...imported, unit: 'unstated', statedUnit: '' })).toBe('The file doesn’t say')
  expect(unitWords({ ...imported, unit: 'unstated', statedUnit: 'none' })).toBe('none, as the file calls it')
  expect(unitWords({ ...imported, unit: 'samples', statedUnit: 'samples (count)' })).toBe('samples (count)')
})

it('says what was left out, with its first position', () => {
  const note = { kind: 'asynchronous-event', count: 2, firstPlace: 'traceEvents[7]', detail: '' } as const
  expect(noteWords(note)).toBe('2 asynchronous events, first at traceEvents[7]')
  expect(noteWords({ ...note, count: 1 })).toBe('1 asynchronous event, first at traceEvents[7]')
  expect(noteWords({ ...note, kind: 'cut-off', firstPlace: 'line 3' })).toBe(
    'The end of the file is missing or damaged at line 3. Everything before it is shown.',
  )
})
