import { expect, test } from 'vitest'
import { stepsOf } from '../../nettrace/work-steps.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { AwaitEvents } from '../reports/await-events.ts'
import { EventFeed } from '../testing/event-feed.ts'
import { callTree } from './trees/call-tree.ts'
import { JoinedStacks } from './joined-stacks.ts'
import { type Picture, picture, treeText } from './testing/picture.ts'

const box = 'System.Runtime.CompilerServices.AsyncTaskMethodBuilder`1+AsyncStateMachineBox`1.MoveNext'
const start = 'System.Runtime.CompilerServices.AsyncMethodBuilderCore.Start'
const body = (name: string): string => `Shop+<${name}>d__1.MoveNext()`
const begun = (name: string): string => `Shop.${name};${start};${body(name)}`
const resumed = (name: string): string => `Pool;${box};${body(name)}`

const kinds = { TaskWaitBegin: 10, TaskWaitEnd: 11, TaskWaitContinuationComplete: 13 } as const

/** Stacks, numbered from 1 on, and events of the task library with them. */
class Joining {
  readonly awaits = new AwaitEvents()
  readonly #feed = new EventFeed(this.awaits)
  readonly #picture: Picture

  constructor(...stacks: readonly string[]) {
    this.#picture = picture(stacks)
  }

  #event(name: keyof typeof kinds, ticks: number, thread: number, values: Record<string, number>, stack = 0): void {
    const fields = Object.keys(values).map((field) => ({ name: field, type: plainType(typeCodes.int32) }))
    const type = { provider: 'System.Threading.Tasks.TplEventSource', eventId: kinds[name], name, opcode: 0, fields }
    this.#feed.push(type, { ticks, thread, stack }, writePayload(fields, Object.values(values)))
  }

  /** The method of a task awaits another one, with a stack. */
  awaiting(ticks: number, thread: number, stack: number, method: number, task: number): this {
    this.#event('TaskWaitBegin', ticks, thread, { TaskID: task, Behavior: 2, ContinueWithTaskID: method }, stack)
    return this
  }

  blocking(ticks: number, thread: number, task: number): this {
    this.#event('TaskWaitBegin', ticks, thread, { TaskID: task, Behavior: 1, ContinueWithTaskID: 0 })
    return this
  }

  /** What awaits a task goes on. */
  resumes(ticks: number, thread: number, task: number): this {
    this.#event('TaskWaitEnd', ticks, thread, { TaskID: task })
    return this
  }

  returns(ticks: number, thread: number, task: number): this {
    this.#event('TaskWaitContinuationComplete', ticks, thread, { TaskID: task })
    return this
  }

  /** Samples as thread, time and stack. */
  shown(...samples: readonly (readonly [thread: number, ticks: number, stack: number])[]): string {
    const { tree, stacks } = this.#picture
    const joined = new JoinedStacks(tree, stacks, this.awaits)
    const places = samples.map(([thread, ticks, stack]) =>
      joined.placeOf(tree.nodeAt(stacks.nodeOf(stack), ticks), thread, ticks),
    )
    const self = new Float64Array(joined.tree.count)
    for (const place of places) self[place]!++
    return treeText(callTree(joined.tree, self))
  }
}

const [loadTask, placeTask, readTask, delayTask] = [1, 2, 3, 4]

/** Main calls PlaceAsync, which calls and awaits LoadAsync, which calls and awaits ReadAsync, which awaits a timer. */
function threeDeep(): Joining {
  const whole = `Main;${begun('Place')};${begun('Load')};${begun('Read')}`
  const upToLoad = `Main;${begun('Place')};${begun('Load')}`
  const upToPlace = `Main;${begun('Place')}`
  return new Joining(whole, upToLoad, upToPlace, `${resumed('Read')};Parse`, `${resumed('Place')};Write`)
    .awaiting(10, 0, 1, readTask, delayTask)
    .awaiting(11, 0, 2, loadTask, readTask)
    .awaiting(12, 0, 3, placeTask, loadTask)
}

test('above a resumed method stand those that await it, up to what called the outermost', () => {
  const joining = threeDeep().resumes(20, 1, delayTask).returns(30, 1, delayTask)
  expect(joining.shown([1, 25, 4])).toBe(
    [
      'Main 0/1',
      `  ${body('Place')} 0/1`,
      `    ${body('Load')} 0/1`,
      `      ${body('Read')} 0/1`,
      '        Parse 1/1',
      '',
    ].join('\n'),
  )
})

test('a method that runs until its first await is the same call as when it was resumed', () => {
  const joining = threeDeep().resumes(20, 1, delayTask).returns(30, 1, delayTask)
  expect(joining.shown([0, 5, 1], [1, 25, 4])).toContain(`      ${body('Read')} 1/2\n`)
})

test('a method that was resumed on the stack of the one it awaited is not called by it', () => {
  const joining = threeDeep()
  // ReadAsync ends and with it LoadAsync, on whose stack PlaceAsync goes on.
  joining.resumes(20, 1, delayTask).resumes(21, 1, readTask).resumes(22, 1, loadTask)
  joining.returns(30, 1, loadTask).returns(31, 1, readTask)
  expect(joining.shown([1, 25, 5], [1, 32, 4])).toBe(
    [
      'Main 0/2',
      `  ${body('Place')} 0/2`,
      `    ${body('Load')} 0/1`,
      `      ${body('Read')} 0/1`,
      '        Parse 1/1',
      '    Write 1/1',
      '',
    ].join('\n'),
  )
})

test.each([
  'System.Threading.Tasks.Task.RunContinuations',
  'System.Threading.Tasks.AwaitTaskContinuation.RunOrScheduleAction',
])('a method continues on the stack of the one it awaited, with its box a part of %s', (runner) => {
  const inlined = `${resumed('Load')};${runner};${body('Place')};Write`
  const joining = new Joining(`Main;${begun('Place')}`, inlined)
  joining.awaiting(10, 0, 1, placeTask, loadTask).resumes(20, 1, readTask).resumes(21, 1, loadTask)
  expect(joining.shown([1, 25, 2])).toBe(['Main 0/1', `  ${body('Place')} 0/1`, '    Write 1/1', ''].join('\n'))
})

test('a method that a continuation of the application starts was not resumed', () => {
  const started = `Pool;System.Threading.Tasks.Task.RunContinuations;Shop.Continue;${start};${body('Place')};Write`
  const joining = new Joining(started)
  expect(joining.shown([1, 25, 1])).toContain(`Shop.Continue 0/1\n      ${body('Place')} 0/1`)
})

test('what called a method that nobody awaits, or several do, stands above it', () => {
  const joining = () =>
    new Joining(
      `Main;${begun('Read')}`,
      `${resumed('Read')};Parse`,
      `Other;${begun('Load')}`,
      `Other;${begun('Place')}`,
    )
      .awaiting(10, 0, 1, readTask, delayTask)
      .resumes(20, 1, delayTask)
      .returns(30, 1, delayTask)
  const expected = ['Main 0/1', `  ${body('Read')} 0/1`, '    Parse 1/1', ''].join('\n')
  expect(joining().shown([1, 25, 2])).toBe(expected)
  const several = joining().awaiting(11, 2, 3, loadTask, readTask).awaiting(12, 3, 4, placeTask, readTask)
  expect(several.shown([1, 25, 2])).toBe(expected)
})

test('a method without awaits in the recording has unknown callers', () => {
  const unknown = ['Unknown awaiting callers 0/1', `  ${body('Read')} 0/1`, '    Parse 1/1', ''].join('\n')
  const joining = threeDeep().resumes(20, 1, delayTask).returns(30, 1, delayTask)
  expect(joining.shown([1, 35, 4])).toBe(unknown)
  expect(joining.shown([0, 25, 4])).toBe(unknown)
  // Another method is on the stack than the one that was resumed last.
  const other = threeDeep().resumes(20, 1, loadTask).returns(30, 1, loadTask)
  expect(other.shown([1, 25, 4])).toBe(unknown)
})

test('the end of a wait that blocked its thread resumes nothing', () => {
  const joining = threeDeep().resumes(20, 1, delayTask)
  joining.blocking(21, 1, loadTask).resumes(22, 1, loadTask).returns(30, 1, delayTask)
  expect(joining.shown([1, 25, 4])).toContain('Main 0/1')
})

test('methods that await each other end somewhere', () => {
  const joining = new Joining(`${resumed('Read')};Parse`, `${resumed('Load')};Parse`)
    .awaiting(10, 0, 1, readTask, loadTask)
    .awaiting(11, 0, 2, loadTask, readTask)
    .resumes(20, 1, loadTask)
    .returns(30, 1, loadTask)
  expect(joining.shown([1, 25, 1])).toContain('        Parse 1/1')
})

test('ends that were lost cost no more than the events, and the next one that is known ends all of them', () => {
  const joining = threeDeep().resumes(20, 1, delayTask)
  for (let lost = 0; lost < 2000; lost++) joining.resumes(21, 1, 1000 + lost)
  for (let unknown = 0; unknown < 2000; unknown++) joining.returns(22, 1, 5000 + unknown)
  joining.returns(30, 1, delayTask)
  const steps = stepsOf(() => expect(joining.shown([1, 35, 4])).toContain('Unknown awaiting callers'))
  expect(steps).toBeLessThan(20_000)
})

test('stacks without asynchronous methods stay as they are', () => {
  expect(new Joining('Main;Work;Sort').shown([0, 1, 1])).toBe('Main 0/1\n  Work 0/1\n    Sort 1/1\n')
})
