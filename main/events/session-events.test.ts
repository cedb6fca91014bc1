import { expect, it } from 'vitest'
import { SessionEvents } from './session-events.ts'
import { CounterStream } from './testing/counter-stream.ts'

function ignore(): void {
  // Not looked at here.
}

it('takes each of the ProcessInfo events that other sessions bring, and no counter is lost between them', () => {
  const stream = new CounterStream()
  stream.processInfo(0, '/opt/app')
  stream.mean('System.Runtime', 1000, 1000, 1, { name: 'cpu-usage', mean: 3 })
  // Another client, and another one.
  stream.processInfo(1200, '/opt/app --with arguments')
  stream.processInfo(1300, '/opt/app --with arguments')
  stream.mean('System.Runtime', 2000, 1000, 1, { name: 'cpu-usage', mean: 5 })
  const commandLines: string[] = []
  const values: number[] = []
  const events = new SessionEvents({
    onHeader: ignore,
    onCounter: (payload) => {
      values.push(payload.mean)
    },
    onMetric: ignore,
    onGcPause: ignore,
    onException: ignore,
    onProcessFacts: ({ commandLine }) => commandLines.push(commandLine),
    onAdvance: ignore,
    onDamage: (damage) => expect.unreachable(JSON.stringify(damage)),
  })
  events.push(stream.take())
  events.end()
  expect(commandLines).toEqual(['/opt/app', '/opt/app --with arguments', '/opt/app --with arguments'])
  expect(values).toEqual([3, 5])
})
