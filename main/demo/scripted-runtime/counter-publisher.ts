import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { CounterProvider, CounterScript } from './counters.ts'
import type { EventBus } from './event-bus.ts'
import { meanCounterType, sumCounterType } from './event-types.ts'
import type { Simulation } from './simulation.ts'

/**
 * The EventCounter timer of one EventSource. It belongs to the source, not to a session: the shortest interval any
 * listener asked for wins, everybody receives at that pace, and it sticks until the last listener has left (measured on
 * .NET 8 to 10; this is what forces a client to aggregate again).
 */
export class CounterPublisher implements Disposable {
  readonly #provider: CounterProvider
  readonly #simulation: Simulation
  readonly #bus: EventBus
  readonly #now: () => number
  readonly #totals = new Map<string, number>()
  #intervalMs: number | null = null
  #timer: Disposable | null = null
  #lastMs = 0

  constructor(provider: CounterProvider, simulation: Simulation, bus: EventBus, now: () => number) {
    this.#provider = provider
    this.#simulation = simulation
    this.#bus = bus
    this.#now = now
  }

  /** Call after a session came or went. */
  refresh(): void {
    const asked = [...this.#bus.listeners].flatMap((listener) => {
      const request = listener.provider(this.#provider.name)
      return request === null ? [] : [Number(request.arguments.get('EventCounterIntervalSec') ?? 0) * 1000]
    })
    if (asked.length === 0) this.#stop()
    const wanted = asked.filter((ms) => ms > 0)
    if (wanted.length === 0) return
    const shortest = Math.max(10, Math.min(...wanted))
    if (this.#intervalMs === null || shortest < this.#intervalMs) this.#start(shortest)
  }

  dispose(): void {
    this.#stop()
  }

  #start(intervalMs: number): void {
    this.#timer?.dispose()
    this.#intervalMs = intervalMs
    this.#lastMs = this.#now()
    this.#simulation.advanceTo(this.#lastMs)
    for (const counter of this.#provider.counters) this.#totals.set(counter.name, totalOf(counter, this.#simulation))
    const timer = setInterval(() => this.#tick(), intervalMs)
    this.#timer = toDisposable(() => clearInterval(timer))
  }

  #stop(): void {
    this.#timer?.dispose()
    this.#timer = null
    this.#intervalMs = null
  }

  #tick(): void {
    const nowMs = this.#now()
    this.#simulation.advanceTo(nowMs)
    const intervalSec = (nowMs - this.#lastMs) / 1000
    this.#lastMs = nowMs
    for (const counter of this.#provider.counters) this.#publish(counter, intervalSec, nowMs)
  }

  #publish(counter: CounterScript, intervalSec: number, timeMs: number): void {
    const { name } = this.#provider
    const series = `Interval=${Math.round(this.#intervalMs ?? 0)}`
    const total = totalOf(counter, this.#simulation)
    const growth = total - (this.#totals.get(counter.name) ?? 0)
    this.#totals.set(counter.name, total)
    const head = [counter.name, counter.displayName]
    if (counter.shape === 'incrementing') {
      const tail = [intervalSec, '', series, 'Sum', counter.unit]
      this.#bus.publish(sumCounterType(name, 7), [...head, counter.scale ?? '', growth, ...tail], timeMs)
      return
    }
    const tail = [intervalSec, series, 'Mean', '', counter.unit]
    if (counter.shape !== 'statistics') {
      const value = counter.read(this.#simulation)
      this.#bus.publish(meanCounterType(name, 6), [...head, value, 0, 1, value, value, ...tail], timeMs)
      return
    }
    const { mean, deviation } = counter.readStatistics(this.#simulation)
    const statistics =
      growth > 0 ? [mean, deviation, growth, mean - 2 * deviation, mean + 3 * deviation] : [0, 0, 0, 0, 0]
    this.#bus.publish(meanCounterType(name, 8), [...head, ...statistics, ...tail], timeMs)
  }
}

function totalOf(counter: CounterScript, simulation: Simulation): number {
  if (counter.shape === 'incrementing') return counter.read(simulation)
  return counter.shape === 'statistics' ? counter.readTotalCount(simulation) : 0
}
