import { expect, test } from 'vitest'
import type { Steps } from '../../analysis/steps.ts'
import { QuestionQueue, type QuestionRank, questionRank } from './question-queue.ts'

function queueOf(state: { revision: number; patience?: number } = { revision: 0 }) {
  const answered: string[] = []
  const queue = new QuestionQueue({
    whenStill: () => undefined,
    revision: () => state.revision,
    patience: () => state.patience ?? 1,
  })
  const ask = async (
    name: string,
    rank: QuestionRank,
    begin: () => string | Steps<string>,
    isOutdated = () => false,
  ) => {
    const answer = await queue.ask({ rank, isOutdated, begin })
    answered.push(`${name}: ${String(answer)}`)
  }
  return { queue, ask, answered }
}

function* inSteps(count: number, onStep: (step: number) => void): Steps<string> {
  for (let step = 1; step <= count; step++) {
    onStep(step)
    yield
  }
  return 'made'
}

test('the tab that is shown is answered before what stands around it, however late it asks', async () => {
  const { ask, answered } = queueOf()
  await Promise.all([
    ask('timeline', questionRank.timeline, () => 'drawn'),
    ask('findings', questionRank.findings, () => 'found'),
    ask('flame', questionRank.shownTab, () => 'drawn'),
    ask('table', questionRank.shownTab, () => 'rows'),
  ])
  expect(answered).toEqual(['flame: drawn', 'table: rows', 'timeline: drawn', 'findings: found'])
})

test('what is made in steps lets something more urgent go first and is made to its end', async () => {
  const { ask, answered } = queueOf()
  const later: Promise<void>[] = []
  const long = ask('overview', questionRank.overview, () =>
    inSteps(5, (step) => {
      if (step === 2) later.push(ask('flame', questionRank.shownTab, () => 'drawn'))
    }),
  )
  await long
  await Promise.all(later)
  expect(answered).toEqual(['flame: drawn', 'overview: made'])
})

test('what nobody wants any more is given up between two steps', async () => {
  const { ask, answered } = queueOf()
  let steps = 0
  await ask(
    'overview',
    questionRank.overview,
    () => inSteps(100, (step) => (steps = step)),
    () => steps === 3,
  )
  expect(answered).toEqual(['overview: null'])
  expect(steps).toBe(3)
})

test('a document that grows at every step is answered all the same, and not only what is asked anew each time', async () => {
  const state = { revision: 0 }
  const { ask, answered } = queueOf(state)
  const asked: Promise<void>[] = []
  const askOverview = (): void => {
    asked.push(
      ask('overview', questionRank.overview, () =>
        inSteps(2, () => {
          state.revision += 1
          if (asked.length < 20) askOverview()
        }),
      ),
    )
  }
  askOverview()
  await ask('timeline', questionRank.timeline, () => 'drawn')
  expect(answered.length).toBeLessThan(5)
  await expect.poll(() => answered.filter((one) => one === 'overview: made').length).toBe(20)
})

test('what has waited while the document grew comes behind the tab that is shown, and before more is read', async () => {
  const state = { revision: 0 }
  const { queue, ask, answered } = queueOf(state)
  const asked = [
    ask('findings', questionRank.findings, () => 'found'),
    ask('timeline', questionRank.timeline, () => 'drawn'),
  ]
  state.revision = 1
  asked.push(
    ask('overview', questionRank.overview, () => 'made'),
    ask('flame', questionRank.shownTab, () => 'drawn'),
  )
  await queue.whenServed()
  expect(answered).toEqual(['flame: drawn', 'findings: found', 'timeline: drawn'])
  await Promise.all(asked)
  expect(answered.at(-1)).toBe('overview: made')
})

test('what has waited for fewer revisions than the queue has patience holds nothing up, and is still made in steps', async () => {
  const state = { revision: 0, patience: 2 }
  const { queue, ask, answered } = queueOf(state)
  const asked = [ask('timeline', questionRank.timeline, () => 'drawn')]
  state.revision = 1
  const later: Promise<void>[] = []
  asked.push(
    ask('overview', questionRank.overview, () =>
      inSteps(5, (step) => {
        if (step === 2) later.push(ask('table', questionRank.shownTab, () => 'rows'))
      }),
    ),
    ask('flame', questionRank.shownTab, () => 'drawn'),
  )
  await queue.whenServed()
  expect(answered).toEqual(['flame: drawn'])
  state.revision = 2
  await queue.whenServed()
  expect(answered).toEqual(['flame: drawn', 'timeline: drawn'])
  await Promise.all(asked)
  await Promise.all(later)
  expect(answered.slice(2)).toEqual(['table: rows', 'overview: made'])
})

test('a tab has been shown once it was answered and nothing waits', async () => {
  const { queue, ask, answered } = queueOf()
  const shown = queue.whenShown().then(() => answered.push('shown'))
  await ask('summary', questionRank.summary, () => 'made')
  await ask('overview', questionRank.overview, () => 'made')
  expect(answered).not.toContain('shown')
  await Promise.all([
    ask('timeline', questionRank.timeline, () => 'drawn'),
    ask('flame', questionRank.shownTab, () => 'drawn'),
    shown,
  ])
  expect(answered.slice(2, 4)).toEqual(['flame: drawn', 'timeline: drawn'])
  expect(answered.at(-1)).toBe('shown')
  await queue.whenShown()
})

test('an answer in steps begins anew when the document has grown meanwhile', async () => {
  const state = { revision: 0 }
  const { ask, answered } = queueOf(state)
  const made: number[] = []
  await ask('overview', questionRank.overview, () =>
    inSteps(3, (step) => {
      made.push(step)
      if (step === 2) state.revision = 1
    }),
  )
  expect(made).toEqual([1, 2, 1, 2, 3])
  expect(answered).toEqual(['overview: made'])
})

test('a question that throws fails alone', async () => {
  const { ask, answered } = queueOf()
  const failing = ask('table', questionRank.shownTab, () => {
    throw new Error('no such column')
  })
  const other = ask('timeline', questionRank.timeline, () => 'drawn')
  await expect(failing).rejects.toThrow('no such column')
  await other
  expect(answered).toEqual(['timeline: drawn'])
})
