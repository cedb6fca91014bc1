import { describe, expect, it } from 'vitest'
import { parseArguments } from '../../../demo/scripted-runtime/collect-request.ts'
import { sharedMeterLimits } from '../../../events/metrics-events.ts'
import { collectRequest } from './open-live-session.ts'
import {
  joinNeeds,
  majorVersion,
  planCounters,
  planMeters,
  wantsCounters,
  wantsMeters,
  type LiveNeeds,
  type LiveWish,
} from './session-plan.ts'

function wish(changes: Partial<LiveWish> = {}): LiveWish {
  return {
    intervalMs: 250,
    needs: null,
    areCountersSetUp: true,
    runtimeMajor: 10,
    extraProviders: [],
    meterNames: [],
    meterLimits: { ...sharedMeterLimits, refreshIntervalSec: 0.25 },
    clientId: 'us',
    ...changes,
  }
}

const metrics = (changes: Partial<LiveWish>) =>
  parseArguments(planMeters(wish(changes))?.providers[0]?.arguments ?? '').get('Metrics')

const pace = (changes: Partial<LiveWish>) =>
  parseArguments(planCounters(wish(changes)).providers[0]?.arguments ?? '').get('EventCounterIntervalSec')
const idsOf = (runtimeMajor: number) => planCounters(wish({ runtimeMajor })).providers.at(-1)?.eventIds ?? null

describe('what counters are asked for', () => {
  it('asks for known providers and those added by name, once each, at the chosen pace and at level 1', () => {
    const { providers } = planCounters(wish({ extraProviders: ['system.runtime', 'My-Source'] }))
    const names = providers.map(({ name }) => name)
    expect(names.filter((name) => name.toLowerCase() === 'system.runtime')).toHaveLength(1)
    const own = providers.find(({ name }) => name === 'My-Source')
    expect(own).toMatchObject({ keywords: 0n, level: 1, arguments: 'EventCounterIntervalSec=0.25' })
  })

  it('filters runtime events by id where the runtime can do that', () => {
    expect(idsOf(9)).toBeNull()
    expect(idsOf(10)).toEqual([1, 2, 3, 4, 8, 9, 80])
  })

  it('asks .NET Core 3 for the counters of one source', () => {
    const { providers } = planCounters(wish({ runtimeMajor: 3, extraProviders: ['My-Source'] }))
    expect(providers.map(({ name }) => name)).toEqual(['System.Runtime', 'Microsoft-Windows-DotNETRuntime'])
  })

  it('wants neither a rundown nor stacks', () => {
    expect(collectRequest(planCounters(wish()))).toMatchObject({ rundown: 'none', stacks: false })
  })
})

describe('what meters are asked for', () => {
  it('asks for all of them from .NET 9 on, by name on .NET 8, both ways when the version is not known', () => {
    expect(metrics({ runtimeMajor: 9, meterNames: ['A'] })).toBe('*')
    expect(metrics({ runtimeMajor: 8, meterNames: ['B', 'A'] })).toBe('A,B')
    expect(metrics({ runtimeMajor: null, meterNames: ['A'] })).toBe('*,A')
  })

  it('asks older runtimes for none', () => {
    expect(planMeters(wish({ runtimeMajor: 7 }))).toBeNull()
    expect(planMeters(wish({ runtimeMajor: 3 }))).toBeNull()
  })

  it('escapes a meter name that could end the arguments', () => {
    const plan = planMeters(wish({ runtimeMajor: 8, meterNames: ['Odd";SessionId=x'] }))
    const parsed = parseArguments(plan?.providers[0]?.arguments ?? '')
    expect([parsed.get('SessionId'), parsed.get('ClientId')]).toEqual(['SHARED', 'us'])
  })

  it('is the same plan for the same request, and another for another interval', () => {
    expect(planMeters(wish())?.fingerprint).toBe(planMeters(wish())?.fingerprint)
    const slower = wish({ meterLimits: { ...sharedMeterLimits, refreshIntervalSec: 1 } })
    expect(planMeters(slower)?.fingerprint).not.toBe(planMeters(wish())?.fingerprint)
  })
})

describe('the major version', () => {
  it.each([
    ['10.0.14', 10],
    ['9.0.0-preview.3+abc', 9],
    ['3.1', 3],
    ['unknown', null],
    [null, null],
  ])('of %s is %s', (text, major) => {
    expect(majorVersion(text)).toBe(major)
  })
})

it('the first counter session of a process is no faster than 1 s, later ones have the chosen interval', () => {
  expect(pace({ intervalMs: 100, areCountersSetUp: false })).toBe('1')
  expect(pace({ intervalMs: 100, areCountersSetUp: true })).toBe('0.1')
  expect(pace({ intervalMs: 5000, areCountersSetUp: false })).toBe('5')
})

describe('a part of what a process measures', () => {
  const needs: LiveNeeds = { counterProviders: ['My-Source'], instruments: [], hasLanes: false }
  const request: LiveNeeds = { counterProviders: [], instruments: [{ meter: 'M', name: 'i' }], hasLanes: false }

  it('is asked for alone: its counters, without events of the runtime', () => {
    expect(planCounters(wish({ needs })).providers.map(({ name }) => name)).toEqual(['My-Source'])
    const lanes = planCounters(wish({ needs: { ...needs, hasLanes: true } }))
    expect(lanes.providers.map(({ name }) => name)).toEqual(['My-Source', 'Microsoft-Windows-DotNETRuntime'])
    expect(planCounters(wish({ needs, runtimeMajor: 3 })).providers).toEqual([])
  })

  it('names its instruments, on each version that has meters', () => {
    for (const runtimeMajor of [null, 8, 10])
      expect(metrics({ needs: request, runtimeMajor, meterNames: ['A'] })).toBe('M\\i')
  })

  it('needs no session of the other kind', () => {
    expect([wantsCounters(needs), wantsMeters(needs)]).toEqual([true, false])
    expect([wantsCounters(request), wantsMeters(request)]).toEqual([false, true])
    expect([wantsCounters(null), wantsMeters(null)]).toEqual([true, true])
  })

  it('is joined with the parts of others, and is everything as soon as one wants that', () => {
    expect(joinNeeds([needs, request, request])).toEqual({
      counterProviders: ['My-Source'],
      instruments: [{ meter: 'M', name: 'i' }],
      hasLanes: false,
    })
    expect(joinNeeds([needs, null])).toBeNull()
  })
})
