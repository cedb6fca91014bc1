import { describe, expect, it } from 'vitest'
import type { RecordingSpec, StopConditions } from '../model/recording.ts'
import { specOf } from './presets.ts'
import { provider } from './provider-spec.ts'
import { writeTraceCommand } from './write-command.ts'

const noStop: StopConditions = { afterMs: null, atBytes: null, onEvent: null, onCounter: null }
const plain = specOf([provider('P', 0xabn, 4)])

function written(parts: Partial<RecordingSpec>, stop: Partial<StopConditions> = {}) {
  const { text, losses } = writeTraceCommand(7, { ...plain, ...parts }, { ...noStop, ...stop })
  return { text: text.replace('dotnet-trace collect --process-id 7 --providers P:0xAB:4', '...'), losses }
}

const stopAt = (...fields: { field: string; value: string }[]) =>
  written({}, { onEvent: { provider: 'P', event: 'E', fields } })

const lossesOf = (key: string, value: string) =>
  writeTraceCommand(7, specOf([provider('P', 1n, 4, { arguments: [[key, value]] })]), noStop).losses

describe('a recording as a command line', () => {
  it('names only what differs from the defaults of dotnet-trace', () => {
    expect(written({})).toEqual({ text: '...', losses: [] })
    expect(written({ bufferMB: 64, whenFull: 'block', rundown: 'none' })).toEqual({
      text: '... --buffersize 64 --buffering-mode Block --rundown false',
      losses: [],
    })
  })

  it('writes a duration as days, hours, minutes and seconds, at least one second', () => {
    expect(written({}, { afterMs: 93_784_000 })).toEqual({ text: '... --duration 01:02:03:04', losses: [] })
    expect(written({}, { afterMs: 1600 })).toEqual({
      text: '... --duration 00:00:00:02',
      losses: ['fraction-of-second'],
    })
    expect(written({}, { afterMs: 20 }).text).toBe('... --duration 00:00:00:01')
  })

  it('leaves out fields of an event that the syntax has no room for, and says so', () => {
    const event = '... --stopping-event-provider-name P --stopping-event-event-name E'
    expect(stopAt()).toEqual({ text: event, losses: [] })
    expect(stopAt({ field: '', value: 'x' })).toEqual({ text: event, losses: ['event-field'] })
    expect(stopAt({ field: 'a', value: 'x' }, { field: 'b:c', value: 'y' })).toEqual({
      text: `${event} --stopping-event-payload-filter a:x`,
      losses: ['event-field'],
    })
  })

  it('says when a comma would part the arguments of a provider, in a key or in a value', () => {
    expect(lossesOf('a', 'b')).toEqual([])
    expect(lossesOf('a,b', 'c')).toEqual(['argument-comma'])
    expect(lossesOf('a', 'b,c')).toEqual(['argument-comma'])
  })

  it('says nothing about the name of an event where there is none', () => {
    expect(written({}, { onEvent: { provider: 'P', event: null, fields: [] } }).text).toBe(
      '... --stopping-event-provider-name P',
    )
  })
})
