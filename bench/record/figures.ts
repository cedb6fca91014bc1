import { spreadOf, type BenchReport } from '../harness.ts'
import type { OurRun, Run } from './runs.ts'

const of = <One>(runs: readonly One[], value: (run: One) => number) => spreadOf(runs.map(value))
const share = (run: Run): number => (100 * run.lostCount) / Math.max(1, run.eventCount + run.lostCount)
const percent = (run: Run): number => (100 * run.cpuSeconds) / run.seconds
const perMillion = (run: Run): number => (run.cpuSeconds / Math.max(1, run.eventCount)) * 1e6
const keptPerSec = (run: Run): number => run.eventCount / run.spanSeconds
/** What the program wrote, kept or not. */
const offered = (run: Run): number => (run.eventCount + run.lostCount) / run.spanSeconds
const million = (count: number): string => (count / 1e6).toFixed(2)

export function figuresOf(ours: readonly OurRun[], peers: readonly Run[]): BenchReport['figures'] {
  return {
    oursEventsPerSec: of(ours, keptPerSec),
    peerEventsPerSec: of(peers, keptPerSec),
    oursOfferedPerSec: of(ours, offered),
    peerOfferedPerSec: of(peers, offered),
    oursLostPercent: of(ours, share),
    peerLostPercent: of(peers, share),
    // Pair by pair: what the machine did in that minute is then in both. Above 0 ours is larger.
    lostPercentDifference: spreadOf(ours.map((run, pair) => share(run) - share(peers[pair] ?? run))),
    keptRatio: spreadOf(ours.map((run, pair) => keptPerSec(run) / keptPerSec(peers[pair] ?? run))),
    offeredRatio: spreadOf(ours.map((run, pair) => offered(run) / offered(peers[pair] ?? run))),
    oursMainAndRecorderPercent: of(ours, percent),
    peerProcessPercent: of(peers, percent),
    oursMainPercent: of(ours, (run) => (100 * run.mainSeconds) / run.seconds),
    oursRecorderPercent: of(ours, (run) => (100 * run.recorderSeconds) / run.seconds),
    oursWatcherPercent: of(ours, (run) => (100 * run.watcherSeconds) / run.seconds),
    oursProcessPercent: of(ours, (run) => (100 * run.processSeconds) / run.seconds),
    oursCpuSecondsPerMillionEvents: of(ours, perMillion),
    peerCpuSecondsPerMillionEvents: of(peers, perMillion),
    oursStopToVerifiedMs: of(ours, (run) => run.stopMs),
    oursStopToClosedMs: of(ours, (run) => run.closedMs),
    oursCheckMs: of(ours, (run) => run.stopMs - run.closedMs),
    peerStopMs: of(peers, (run) => run.stopMs),
    oursLargestQueueMB: of(ours, (run) => run.largestQueueMB),
    oursAllWhole: ours.every((run) => run.isComplete),
  }
}

export function inWords(run: Run): string {
  return `${million(run.eventCount)} M events, ${million(run.lostCount)} M lost, ${run.cpuSeconds.toFixed(2)} s CPU, stop ${run.stopMs.toFixed(0)} ms`
}
