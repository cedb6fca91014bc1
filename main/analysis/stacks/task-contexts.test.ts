import { describe, expect, it } from 'vitest'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { AwaitEvents } from '../reports/await-events.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { TaskContexts } from './task-contexts.ts'

const names = { 10: 'TaskWaitBegin', 11: 'TaskWaitEnd', 13: 'TaskWaitContinuationComplete' } as const
const asynchronous = 2
const synchronous = 1

class Feed {
  readonly awaitEvents = new AwaitEvents()
  readonly #feed = new EventFeed(this.awaitEvents)

  awaits(ticks: number, task: number, continuation: number, thread = 0, behavior = asynchronous): void {
    this.#push(10, ticks, thread, { TaskID: task, Behavior: behavior, ContinueWithTaskID: continuation })
  }

  resumes(ticks: number, task: number, thread = 0): void {
    this.#push(11, ticks, thread, { TaskID: task })
  }

  returns(ticks: number, task: number, thread = 0): void {
    this.#push(13, ticks, thread, { TaskID: task })
  }

  #push(eventId: keyof typeof names, ticks: number, thread: number, values: Readonly<Record<string, number>>): void {
    const fields = Object.keys(values).map((name) => ({ name, type: plainType(typeCodes.int32) }))
    const type = { provider: 'System.Threading.Tasks.TplEventSource', eventId, name: names[eventId], opcode: 0, fields }
    this.#feed.push(type, { ticks, thread }, writePayload(fields, Object.values(values)))
  }
}

function contextsOf(tell: (feed: Feed) => void) {
  const feed = new Feed()
  tell(feed)
  return new TaskContexts(feed.awaitEvents)
}

const at = (contexts: TaskContexts, ...times: readonly number[]) => times.map((ticks) => contexts.at(0, ticks))

describe('who awaits a task', () => {
  it('is the row of its only await; of several nobody knows', () => {
    const contexts = contextsOf((feed) => {
      feed.awaits(10, 1, 100)
      feed.awaits(20, 2, 100)
      feed.awaits(30, 3, 101)
      feed.awaits(40, 3, 102)
      feed.awaits(50, 4, 0)
    })
    expect([1, 2, 3, 4, 9].map((task) => contexts.awaitOf(task))).toEqual([0, 1, -1, 4, -1])
    expect([100, 101, 102, 0].map((task) => contexts.firstAwaitOf(task))).toEqual([0, 2, 3, -1])
  })

  it('is not who blocks its thread for it', () => {
    const contexts = contextsOf((feed) => feed.awaits(10, 1, 100, 0, synchronous))
    expect([contexts.awaitOf(1), contexts.firstAwaitOf(100)]).toEqual([-1, -1])
  })
})

describe('what a thread has resumed', () => {
  it('is the method that awaited, from its resumption until it returns', () => {
    const contexts = contextsOf((feed) => {
      feed.awaits(10, 1, 100)
      feed.resumes(20, 1)
      feed.returns(30, 1)
    })
    expect(at(contexts, 10, 19, 20, 29, 30, 99)).toEqual([0, 0, 100, 100, 0, 0])
    expect(contexts.at(1, 25)).toBe(0)
  })

  it('is known whatever the order of blocks in the stream', () => {
    const contexts = contextsOf((feed) => {
      feed.returns(30, 1)
      feed.resumes(20, 1)
      feed.awaits(20, 1, 100, 1)
    })
    expect(at(contexts, 19, 20, 30)).toEqual([0, 100, 0])
  })

  it('is nothing where several or nobody is known to await', () => {
    const contexts = contextsOf((feed) => {
      feed.awaits(10, 1, 100)
      feed.awaits(11, 1, 101)
      feed.resumes(20, 1)
      feed.resumes(30, 2)
    })
    expect(at(contexts, 20, 30)).toEqual([0, 0])
  })

  it('is the innermost of those that resumed each other, and all inside of one end with it', () => {
    const contexts = contextsOf((feed) => {
      for (const task of [1, 2, 3]) feed.awaits(task, task, 100 + task)
      feed.resumes(20, 1)
      feed.resumes(30, 2)
      feed.resumes(40, 3)
      feed.returns(50, 3)
      feed.resumes(60, 3)
      feed.returns(70, 2)
      feed.returns(80, 3)
      feed.returns(90, 1)
    })
    expect(at(contexts, 20, 30, 40, 50, 60, 70, 80, 90)).toEqual([101, 102, 103, 102, 103, 101, 101, 0])
  })

  it('counts a task that is in the stack more than once', () => {
    const contexts = contextsOf((feed) => {
      feed.awaits(1, 1, 101)
      feed.awaits(2, 2, 102)
      feed.resumes(10, 1)
      feed.resumes(20, 2)
      feed.resumes(30, 1)
      feed.returns(40, 1)
      feed.returns(50, 1)
      feed.returns(60, 2)
    })
    expect(at(contexts, 30, 40, 50, 60)).toEqual([101, 102, 0, 0])
  })

  it('is each thread’s own', () => {
    const contexts = contextsOf((feed) => {
      feed.awaits(1, 1, 101)
      feed.awaits(2, 2, 102)
      feed.resumes(10, 1, 0)
      feed.resumes(11, 2, 1)
      feed.returns(20, 1, 1)
    })
    expect([contexts.at(0, 30), contexts.at(1, 30)]).toEqual([101, 102])
  })

  it('is not what ended a wait that blocked the thread', () => {
    const contexts = contextsOf((feed) => {
      feed.awaits(1, 1, 101, 1)
      feed.awaits(5, 1, 999, 0, synchronous)
      feed.awaits(5, 2, 999, 0, synchronous)
      feed.resumes(10, 1)
      feed.resumes(20, 1)
    })
    expect(at(contexts, 10, 20)).toEqual([0, 101])
  })
})
