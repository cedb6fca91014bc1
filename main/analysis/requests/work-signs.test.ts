import { describe, expect, test } from 'vitest'
import { runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'
import { activity, RequestFeed } from './testing/request-feed.ts'
import { sign } from './work-runs.ts'
import { handoffKinds, waitLink, type WorkSigns } from './work-signs.ts'

const id = activity(1)
const { taskIn, taskOut, awaitIn, awaitOut, poolIn, poolOut } = handoffKinds

function signs(plant: (feed: RequestFeed) => void): WorkSigns {
  const feed = new RequestFeed()
  plant(feed)
  return feed.parts.workSigns
}

/** Kind, number, milliseconds and thread of each. */
function handoffsOf(found: WorkSigns) {
  return Array.from({ length: found.handoffKind.count }, (_, row) => [
    found.handoffKind.at(row),
    found.handoffId.at(row),
    found.handoffTicks.at(row) / 1e6,
    found.handoffThread.at(row),
  ])
}

/** Thread, first and last millisecond, and the signs it starts and ends with. */
function runsOf(found: WorkSigns) {
  const runs = found.runs()
  return Array.from({ length: runs.count }, (_, run) => [
    runs.thread.at(run),
    runs.firstTicks.at(run) / 1e6,
    runs.lastTicks[run]! / 1e6,
    runs.startsBy.at(run),
    runs.endsBy[run],
  ])
}

/** A wait for a task; of 2, the thread is given back. */
const wait = (Behavior: number) => ({ TaskID: 5, Behavior, ContinueWithTaskID: 6 })

const silent = (feed: RequestFeed, provider: string, eventId: number, atMs: number, own?: Uint8Array) =>
  feed.feed.push(
    { provider, eventId, name: '', opcode: 0, fields: [] },
    { ticks: atMs * 1e6, ...(own === undefined ? {} : { activity: own }) },
    new Uint8Array(0),
  )

describe('work that is given to other threads', () => {
  test('is put in line and taken, each with its number', () => {
    const found = signs((feed) => {
      feed.task('TaskScheduled', 1, id, { TaskID: 5 }, 1)
      feed.task('TaskStarted', 2, id, { TaskID: 5 }, 2)
      feed.task('AwaitTaskContinuationScheduled', 3, id, { ContinueWithTaskId: 6 }, 1)
      feed.task('TaskWaitEnd', 4, id, { TaskID: 6 }, 3)
      feed.runtime(61, 5, { thread: 1 }, { WorkID: 7, ClrInstanceID: 0 })
      feed.runtime(62, 6, { thread: 4 }, { WorkID: 7, ClrInstanceID: 0 })
    })
    expect(handoffsOf(found)).toEqual([
      [taskIn, 5, 1, 1],
      [taskOut, 5, 2, 2],
      [awaitIn, 6, 3, 1],
      [awaitOut, 6, 4, 3],
      [poolIn, 7, 5, 1],
      [poolOut, 7, 6, 4],
    ])
    expect(found.awaitCount).toBe(0)
  })

  test('is known by the number of its continuation, however the runtime spells the field', () => {
    const found = signs((feed) => {
      feed.task('AwaitTaskContinuationScheduled', 1, id, { TaskID: 4, ContinueWithTaskID: 9 })
    })
    expect(handoffsOf(found)).toEqual([[awaitIn, 9, 1, 0]])
  })

  test('is linked by an await to what goes on afterwards; a blocking wait links nothing', () => {
    const found = signs((feed) => {
      feed.task('TaskWaitBegin', 1, id, { TaskID: 5, Behavior: 2, ContinueWithTaskID: 6 })
      feed.task('TaskWaitBegin', 2, id, { TaskID: 7, Behavior: 1, ContinueWithTaskID: 8 })
    })
    expect(handoffsOf(found)).toEqual([
      [waitLink, 5, 1, 0],
      [waitLink, 6, 1, 0],
    ])
    expect(found.awaitCount).toBe(1)
  })
})

describe('runs of threads', () => {
  test('say that work began, left and came back', () => {
    const found = signs((feed) => {
      feed.task('TaskStarted', 1, id, { TaskID: 5 })
      feed.task('TaskWaitBegin', 1.5, id, { TaskID: 5, Behavior: 2, ContinueWithTaskID: 6 })
      feed.task('TaskWaitEnd', 9, id, { TaskID: 5 }, 1)
      feed.task('TaskScheduled', 9.5, id, { TaskID: 8 }, 1)
    })
    expect(runsOf(found)).toEqual([
      [0, 1, 1.5, sign.begun, sign.left],
      [1, 9, 9.5, sign.resumed, sign.plain],
    ])
  })

  test('don’t leave for a wait that blocks, whichever waits come around it', () => {
    const found = signs((feed) => {
      for (const [at, behavior] of [1, 2, 1, 2].entries()) feed.task('TaskWaitBegin', at * 5, id, wait(behavior), at)
    })
    expect(runsOf(found).map(([, , , , ends]) => ends)).toEqual([sign.plain, sign.left, sign.plain, sign.left])
  })

  test('are of the events that were read until now, each once', () => {
    const feed = new RequestFeed()
    feed.task('TaskWaitBegin', 1, id, { TaskID: 5, Behavior: 2, ContinueWithTaskID: 6 })
    expect(runsOf(feed.parts.workSigns)).toHaveLength(1)
    feed.task('TaskWaitBegin', 5, id, { TaskID: 5, Behavior: 2, ContinueWithTaskID: 6 })
    expect(runsOf(feed.parts.workSigns)).toEqual([
      [0, 1, 1, sign.left, sign.left],
      [0, 5, 5, sign.left, sign.left],
    ])
  })

  test('are not made of samples, of the rundown and of the session’s own events', () => {
    const found = signs((feed) => {
      silent(feed, sampleProvider, 0, 1, id)
      silent(feed, 'Microsoft-Windows-DotNETRuntimeRundown', 144, 5, id)
      silent(feed, 'Microsoft-DotNETCore-EventPipe', 1, 9, id)
      silent(feed, 'Rundown-Tools', 1, 13, id)
    })
    expect(runsOf(found)).toEqual([[0, 13, 13, sign.plain, sign.plain]])
  })

  test('are not made of events of the runtime without an activity, but for those of its workers', () => {
    const found = signs((feed) => {
      silent(feed, runtimeProvider, 80, 1)
      silent(feed, runtimeProvider, 80, 5, id)
      for (const [at, worker] of [50, 51, 57, 62].entries()) silent(feed, runtimeProvider, worker, 10 + 5 * at)
      silent(feed, runtimeProvider, 61, 40)
      silent(feed, 'Shop', 62, 50)
    })
    expect(runsOf(found).map(([, from]) => from)).toEqual([5, 10, 15, 20, 25, 50])
  })
})
