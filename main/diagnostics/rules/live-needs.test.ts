import { expect, it } from 'vitest'
import { liveNeedsOf } from './live-needs.ts'

it('asks for what the conditions name, each once, and for nothing when they name nothing', () => {
  const http = { kind: 'http-status', status: '5xx', route: '*', perSecond: 1, forMs: 0 } as const
  const queue = { kind: 'thread-pool-queue', value: 10, forMs: 0 } as const
  const counter = {
    kind: 'counter',
    provider: 'Shop',
    name: 'orders',
    measure: 'rate',
    tags: '',
    direction: 'above',
    value: 1,
    forMs: 0,
  } as const
  expect(liveNeedsOf([http, http, queue, counter], false)).toEqual({
    counterProviders: ['Shop', 'System.Runtime'],
    instruments: [
      { meter: 'Microsoft.AspNetCore.Hosting', name: 'http.server.request.duration' },
      { meter: 'Shop', name: 'orders' },
    ],
    hasLanes: false,
  })
  expect(liveNeedsOf([{ kind: 'gc-pause', longerThanMs: 1 }], true)).toEqual({
    counterProviders: [],
    instruments: [],
    hasLanes: true,
  })
})
