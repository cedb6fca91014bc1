import type { Page } from 'playwright/test'
import { type PlantedFault, plantedFaults } from '../../fixtures/recording/planted-faults.ts'
import { buildService } from '../../samples/build.mjs'
import { canBuildSamples } from '../../samples/start-target.ts'
import { itemById, presetById } from '../../shared/recording/presets.ts'
import { type Hands, keysOf, mouse } from '../fixture/hands.ts'
import { goToProcess } from '../fixture/live-page.ts'
import { takePictures } from '../fixture/pictures.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { test } from '../fixture/shared-app.ts'
import { findProcess } from '../fixture/shell-steps.ts'
import { expect } from '../fixture/test.ts'

/**
 * From a service with a mistake to its name: the right question is recorded, and the overview, the finding and its rows say what was planted.
 * The questions themselves are asked in journey-presets.spec.ts.
 */

const isFull = process.env['PIPESCOPE_FULL'] === '1'

/** On the first lines of the overview and in the list of findings. */
const titles: Readonly<Record<string, RegExp>> = {
  'sync-over-async': /Sync over async blocks thread-pool threads/,
  'lock-convoy': /Threads queue for the lock in QuoteCache\.RecalculateUnderLock/,
  'n-plus-one-sql': /The same SQL command repeats within a request/,
  'exception-storm': /Exceptions are thrown all the time/,
  'n-plus-one-http': /The same HTTP call repeats within a request/,
  'blocking-in-async': /An asynchronous method blocks its thread/,
  'pool-starvation': /The thread pool runs out of threads/,
  'induced-gc': /Code forces collections/,
  'loh-churn': /Large objects come and go/,
  'allocation-hot-spot': /One method allocates most/,
  'timer-flood': /Too many timers are active/,
  'hot-regex': /Regular expressions take the time/,
  'hot-serializer': /Serialization takes the time/,
  'finalizer-backlog': /Many objects need their finalizer/,
}

/** Why a program starts slowly is asked where it is launched (startup.spec.ts). */
const asked = plantedFaults.filter(({ fault }) => fault !== 'jit-storm')
/** On every change three that no other journey has; all of them, by mouse and by keys, before a release. */
const quick = ['lock-convoy', 'exception-storm', 'loh-churn']

async function choose(page: Page, { preset, extraItems = [] }: PlantedFault, hands: Hands): Promise<void> {
  const { title, offered } = presetById(preset)!
  await hands.press(page.getByRole('list', { name: 'Questions' }).getByRole('button', { name: title }))
  for (const item of extraItems.filter((id) => offered.includes(id)))
    await hands.press(page.getByRole('switch', { name: itemById(item)!.title }))
}

async function expectAnswer(app: RunningApp, { fault, method }: PlantedFault, hands: Hands): Promise<void> {
  const info = app.page.getByTestId('trace-info')
  const title = titles[fault]!
  await hands.press(info.getByRole('tab', { name: 'Overview' }))
  const top = info.getByRole('region', { name: 'Top findings' })
  const line = top.getByTestId('top-finding').filter({ hasText: title })
  await expect(line).toContainText(method)
  await takePictures(app, `overview-${fault}`)
  await hands.press(line.getByRole('button'))
  await expect(info.getByTestId('finding').filter({ hasText: title })).toHaveAttribute('aria-current', 'true')
  const evidence = info.getByRole('region', { name: 'Evidence' })
  await expect(info.getByRole('article', { name: title })).toContainText(method)
  const link = evidence.getByRole('button', { name: /^Show in / }).first()
  const label = /^Show in ([^:]+):/.exec((await link.getAttribute('aria-label')) ?? '')![1]!
  await hands.press(link)
  const tab = info.getByRole('tab', { name: new RegExp(`^${label}`) })
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  await expect(info.getByRole('grid').filter({ visible: true }).getByRole('row').nth(1)).toBeVisible()
}

test.describe('a planted mistake is found', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  for (const [number, planted] of asked.entries()) {
    const { fault, clients } = planted
    const load = clients === undefined ? [] : ['--load', String(clients)]
    if (!isFull && !quick.includes(fault)) continue
    const ways = isFull ? (['mouse', 'keys'] as const) : ([number % 2 === 0 ? 'keys' : 'mouse'] as const)
    for (const way of ways)
      test(`${fault}, by ${way}`, async ({ app, start }) => {
        const { page } = app
        const hands = way === 'mouse' ? mouse : keysOf(page)
        const target = await start(app, { program: buildService(), args: ['--fault', fault, ...load] })
        await expect(await findProcess(page, target.pid)).toHaveAttribute('data-state', 'ready')
        await goToProcess(page, target.pid)
        await page.keyboard.press('Control+3')
        await choose(page, planted, hands)
        await page.keyboard.press('Control+Enter')
        await expect(page.getByRole('group', { name: 'This recording' })).toContainText(/so far/)
        await expect(page.getByRole('group', { name: 'This recording' })).toContainText(/0:0[6-9]/)
        await page.keyboard.press('Control+.')
        const result = page.getByRole('region', { name: 'Result' })
        await expect(result).toHaveAttribute('data-verdict', 'complete')
        await hands.press(result.getByRole('button', { name: 'Open', exact: true }))
        await expectAnswer(app, planted, hands)
        await takePictures(app, `fault-${fault}`)
      })
  }
})
