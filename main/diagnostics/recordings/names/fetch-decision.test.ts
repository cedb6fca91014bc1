import { describe, expect, it } from 'vitest'
import { asPid, asProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { whyNotFetched, type FetchFacts } from './fetch-decision.ts'

const nowMs = 1_000_000
const row = {
  key: asProcessKey('42:7'),
  pid: asPid(42),
  state: 'ready',
  runtimeFlavour: 'coreclr',
  runtimeVersion: '8.0.1',
  cookie: 'aaaa',
  startTimeMs: nowMs - 60_000,
} as ProcessRow
const facts: FetchFacts = {
  recorded: { key: '42:7', cookie: 'aaaa' },
  row,
  isIdTaken: false,
  isAlive: true,
  mayLook: true,
  wasSlow: false,
  nowMs,
}
const why = (change: Partial<FetchFacts>) => whyNotFetched({ ...facts, ...change })
const whyRow = (change: Partial<ProcessRow>) => why({ row: { ...row, ...change } })

describe('symbols of a recording that was cut off', () => {
  it('are fetched from the process that was recorded, and only for such a recording', () => {
    expect(why({})).toBeNull()
    expect(why({ recorded: null })).toBe('not-interrupted')
  })

  it.each<[string, Partial<FetchFacts>, string]>([
    ['it has ended', { row: null, isAlive: false }, 'process-ended'],
    ['its row says that it has ended', { row: { ...row, state: 'exited' } }, 'process-ended'],
    ['another process has its id', { row: null, isIdTaken: true }, 'another-process'],
    ['it has ended and another has its id', { row: { ...row, state: 'exited' }, isIdTaken: true }, 'another-process'],
    ['the runtime has another cookie', { row: { ...row, cookie: 'bbbb' } }, 'another-process'],
    ['the id is in use and nobody knows by whom', { row: null }, 'not-confirmed'],
    ['the runtime has not said its cookie', { row: { ...row, cookie: null } }, 'not-confirmed'],
    ['no cookie was kept', { recorded: { key: '42:7', cookie: null } }, 'not-confirmed'],
  ])('are not fetched when %s', (_name, change, expected) => {
    expect(why(change)).toBe(expected)
  })

  it('are not fetched where a session could harm the process', () => {
    expect(whyRow({ runtimeVersion: '3.1.32', cookie: null })).toBe('runtime-too-old')
    expect(whyRow({ runtimeVersion: null })).toBe('runtime-too-old')
    expect(whyRow({ runtimeVersion: '5.0.0' })).toBeNull()
    expect(whyRow({ runtimeFlavour: 'nativeaot' })).toBe('native-aot')
    expect(whyRow({ startTimeMs: nowMs - 4999 })).toBe('starting')
    expect(whyRow({ startTimeMs: nowMs - 5000 })).toBeNull()
    expect(whyRow({ startTimeMs: null })).toBe('starting')
    expect(why({ mayLook: false })).toBe('busy')
    expect(why({ wasSlow: true })).toBe('slow')
  })
})
