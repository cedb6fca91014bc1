import type { Locator, Page } from 'playwright/test'
import { canBuildSamples, type SampleTarget } from '../../samples/start-target.ts'
import { keysOf, mouse, type Hands } from '../fixture/hands.ts'
import { goToProcess } from '../fixture/live-page.ts'
import { takePictures } from '../fixture/pictures.ts'
import { questions, starvation, type Answer, type Question } from '../fixture/questions.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { test } from '../fixture/shared-app.ts'
import { findProcess } from '../fixture/shell-steps.ts'
import { expect } from '../fixture/test.ts'

const isFull = process.env['PIPESCOPE_FULL'] === '1'

const shownMeanwhile = (page: Page) =>
  page.getByRole('main').locator('section[aria-label="Newest events"], section[aria-label="Top functions"]')

/** By keys, whichever the hands are: the list of processes has journeys of its own. */
async function chooseProcess({ page }: RunningApp, target: SampleTarget): Promise<void> {
  await page.keyboard.press('Control+1')
  await expect(await findProcess(page, target.pid)).toHaveAttribute('data-state', 'ready')
  await goToProcess(page, target.pid)
  await page.keyboard.press('Control+3')
  await expect(page.getByRole('heading', { name: /^Record / }).filter({ visible: true })).toBeVisible()
}

async function ask(app: RunningApp, question: Question, hands: Hands): Promise<void> {
  const { page } = app
  await hands.press(page.getByRole('list', { name: 'Questions' }).getByRole('button', { name: question.title }))
  if (question.provider !== undefined) {
    await hands.press(page.getByRole('button', { name: 'Add provider' }))
    await page.getByRole('textbox', { name: 'Provider name' }).fill(question.provider)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  if (question.endsAt !== undefined) {
    await page.getByRole('checkbox', { name: 'On an event' }).click()
    await hands.fill(page.getByRole('textbox', { name: 'Name or id of the event' }), question.endsAt.event)
    await hands.fill(page.getByRole('textbox', { name: 'Fields of the event' }), question.endsAt.fields)
  }
  await page.keyboard.press('Control+Enter')
  const { seen } = question
  if (seen !== undefined) {
    const times = async (): Promise<number> =>
      [...(await shownMeanwhile(page).allTextContents()).join('\n').matchAll(new RegExp(seen, 'g'))].length
    await expect.poll(times).toBeGreaterThanOrEqual(question.times ?? 1)
    if (question.collected !== undefined) {
      const collected = page.getByRole('region', { name: 'Collected so far' })
      await expect(collected.getByRole('row').filter({ hasText: question.collected }).first()).toBeVisible()
      await takePictures(app, `collected-${question.title.toLowerCase().replaceAll(' ', '-')}`)
    }
    await page.keyboard.press('Control+.')
  }
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result).toHaveAttribute('data-verdict', 'complete')
  await hands.press(result.getByRole('button', { name: 'Open', exact: true }))
  const first = question.opensOnAnswer === true ? question.answers[0]!.tab : 'Overview'
  await expect(page.getByTestId('trace-info').getByRole('tab', { name: first })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  for (const answer of question.answers) await expectAnswer(app, answer, hands)
  await takePictures(app, `answer-${question.title.toLowerCase().replaceAll(' ', '-')}`)
  await page.keyboard.press('Control+W')
  await hands.press(result.getByRole('button', { name: 'Record again' }))
}

async function expectAnswer(app: RunningApp, answer: Answer, hands: Hands): Promise<void> {
  const { tab, view, grid, search, row, secret } = answer
  const { page } = app
  const info = page.getByTestId('trace-info')
  await hands.press(info.getByRole('tab', { name: tab }))
  if (view !== undefined) await hands.press(info.getByRole('radio', { name: view }))
  if (search !== undefined) await hands.fill(info.getByRole('searchbox', { name: 'Search' }), search)
  const found = info.getByRole('grid', { name: grid }).getByRole('row').filter({ hasText: row[0]! }).first()
  for (const words of row) await expect(found).toContainText(words)
  if (secret !== undefined) await expectSecret(app, found, secret, hands)
}

/** Dots until it is revealed, in what is shown and in what is copied; and dots again. */
async function expectSecret(app: RunningApp, row: Locator, secret: string, hands: Hands): Promise<void> {
  const info = app.page.getByTestId('trace-info')
  const press = (name: string) => hands.press(info.getByRole('button', { name, exact: true }))
  const copied = () => app.application.evaluate(({ clipboard }) => clipboard.readText())
  await expect(row).toContainText('••')
  await expect(row).not.toContainText(secret)
  await takePictures(app, 'secrets-hidden')
  await press('Copy')
  await expect.poll(copied).toContain('password=••')
  expect(await copied()).not.toContain(secret)
  await press('Reveal secrets')
  await expect(row).toContainText(secret)
  await takePictures(app, 'secrets-revealed')
  await press('Copy')
  await expect.poll(copied).toContain(secret)
  await press('Hide secrets')
  await expect(row).not.toContainText(secret)
}

test.describe('each question is answered with the name of what was planted', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  // On every change those that no other journey asks; all of them, by mouse and by keys, are for the long run.
  const quick = ['What is allocating?', 'Locks and waits', 'Exceptions', 'HTTP and SQL', 'Logs']
  const asked = isFull ? questions : questions.filter(({ title }) => quick.includes(title))
  const ways = isFull ? (['mouse', 'keys'] as const) : (['mouse and keys in turn'] as const)

  for (const way of ways)
    test(`by ${way}`, async ({ app, start }) => {
      const target = await start(app, { args: ['planted', 'web', 'gc', '--gc-ms=200'] })
      const keys = keysOf(app.page)
      const hands = (number: number): Hands => {
        if (way === 'mouse') return mouse
        return way === 'keys' || number % 2 === 0 ? keys : mouse
      }
      await chooseProcess(app, target)
      for (const [number, question] of asked.entries())
        await test.step(question.title, () => ask(app, question, hands(number)))
    })

  test('a question that collects nothing says so and why', async ({ app, start }) => {
    const target = await start(app, { args: ['gc'] })
    await chooseProcess(app, target)
    const { page } = app
    await page.getByRole('list', { name: 'Questions' }).getByRole('button', { name: 'Logs' }).click()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('region', { name: 'Collected so far' })).toContainText('AddEventSourceLogger')
    await takePictures(app, 'collected-nothing')
    await page.keyboard.press('Control+.')
    const result = page.getByRole('region', { name: 'Result' })
    await expect(result).toContainText('Nothing was collected')
    await expect(result).toContainText('AddEventSourceLogger')
    await takePictures(app, 'result-nothing')
  })

  for (const title of isFull
    ? ['starvation of the thread pool, which the recording itself ends at its first sign']
    : [])
    test(title, async ({ app, start }) => {
      const target = await start(app, { args: ['starve'] })
      await chooseProcess(app, target)
      await ask(app, starvation, mouse)
    })
})
