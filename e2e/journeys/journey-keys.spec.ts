import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { canBuildSamples, type SampleTarget } from '../../samples/start-target.ts'
import { recordOntoFullDisk } from '../fixture/full-disk.ts'
import { keysOf } from '../fixture/hands.ts'
import { goToProcess, test } from '../fixture/live-page.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { findProcess, whenShellIsReady } from '../fixture/shell-steps.ts'
import { canMountSmallDisk } from '../fixture/small-disk.ts'
import { expect } from '../fixture/test.ts'

/** Journeys that record.spec.ts goes with a mouse, gone again with nothing but keys; and two windows at work at once. */
const isFull = process.env['PIPESCOPE_FULL'] === '1' && canBuildSamples()
const hasSmallDisk = isFull && canMountSmallDisk()

const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const soFar = (page: Page) => expect(page.getByRole('group', { name: 'This recording' })).toContainText(/so far/)

async function openSheet(app: RunningApp, target: SampleTarget, page = app.page): Promise<void> {
  await expect(await findProcess(page, target.pid)).toHaveAttribute('data-state', 'ready')
  await goToProcess(page, target.pid)
  await page.keyboard.press('Control+3')
  await expect(page.getByRole('heading', { name: /^Record / }).filter({ visible: true })).toBeVisible()
}

const recordings = (app: RunningApp): string => path.join(app.folders.home, 'Pipescope', 'Pipescope.Sample')

if (isFull)
  test.describe('recording by keys alone', () => {
    test('keeps the last seconds, saves them while it keeps recording, and opens what was saved', async ({
      app,
      start,
    }) => {
      const target = await start(app, { args: ['planted'] })
      await openSheet(app, target)
      const { page } = app
      const keys = keysOf(page)
      await keys.choose(page.getByRole('combobox', { name: 'What is kept' }), 'Flight recorder')
      await keys.choose(page.getByRole('combobox', { name: 'Seconds to keep' }), '10 s')
      await keys.press(page.getByRole('button', { name: 'Start', exact: true }))
      await expect(page.getByRole('region', { name: 'Top functions' })).toContainText('Planted.HotMethod')
      await page.keyboard.press('Control+J')
      const job = page.locator('[data-job]')
      await keys.press(job.getByRole('button', { name: /^Save/ }))
      const saved = (): readonly string[] => fs.readdirSync(recordings(app)).filter((name) => !name.startsWith('.'))
      await expect.poll(saved).toHaveLength(1)
      await expect(job).toHaveAttribute('data-state', 'running')
      await keys.press(job.getByRole('button', { name: /^Stop|^End/ }))
      await expect(job).toHaveAttribute('data-state', 'done')
      await keys.press(job.getByRole('button', { name: 'Open', exact: true }))
      const info = page.getByTestId('trace-info')
      await keys.press(info.getByRole('tab', { name: 'Methods' }))
      await expect(info.getByRole('grid', { name: 'Methods' })).toContainText('Planted.HotMethod')
    })

    test('says so when the process is killed, and opens what was recorded', async ({ app, start }) => {
      const target = await start(app, { args: ['planted'] })
      await openSheet(app, target)
      const { page } = app
      const keys = keysOf(page)
      await page.keyboard.press('Control+Enter')
      await soFar(page)
      await target.dispose()
      await expect(result(page)).toHaveAttribute('data-verdict', 'partial')
      await expect(result(page)).toContainText('The process ended during the recording')
      await keys.press(result(page).getByRole('button', { name: 'Open', exact: true }))
      const info = page.getByTestId('trace-info')
      await keys.press(info.getByRole('tab', { name: 'Info' }))
      await expect(info.getByText('No, the end is missing')).toBeVisible()
    })

    if (hasSmallDisk)
      test('ends as partial when the disk is full, and the rest is opened', ({ app, start }) => {
        const keys = keysOf(app.page)
        return recordOntoFullDisk(app, {
          start,
          hands: keys,
          openSheet,
          async check(page) {
            await keys.press(result(page).getByRole('button', { name: 'Open', exact: true }))
            const info = page.getByTestId('trace-info')
            await keys.press(info.getByRole('tab', { name: 'Info' }))
            await expect(info.getByText('No, the end is missing')).toBeVisible()
            // The document reads the file of the disk that goes away.
            await page.keyboard.press('Control+W')
          },
        })
      })
  })

if (isFull)
  test.describe('two windows at once', () => {
    test('record a process each, see both jobs, and each stops its own', async ({ app, start }) => {
      const targets = [await start(app, { args: ['planted'] }), await start(app, { args: ['busy'] })] as const
      const first = app.page
      await openSheet(app, targets[0])
      const opened = app.application.waitForEvent('window')
      await first.keyboard.press('ControlOrMeta+Shift+N')
      const second = await opened
      await whenShellIsReady(second)
      await openSheet(app, targets[1], second)
      const pages = [first, second] as const
      for (const page of pages) {
        await page.bringToFront()
        await page.keyboard.press('Control+Enter')
        await soFar(page)
      }
      for (const page of pages) await expect(page.getByRole('button', { name: '2 jobs' })).toBeVisible()
      for (const [number, page] of pages.entries()) {
        await page.bringToFront()
        await page.keyboard.press('Control+.')
        await expect(result(page)).toHaveAttribute('data-verdict', 'complete')
        await result(page).getByRole('button', { name: 'Open', exact: true }).click()
        const info = page.getByTestId('trace-info')
        await info.getByRole('tab', { name: 'Info' }).click()
        await expect(info.locator('dt', { hasText: /^Process$/ }).locator('+ dd')).toHaveText(
          new RegExp(`^${String(targets[number]?.pid)},`),
        )
      }
    })
  })
