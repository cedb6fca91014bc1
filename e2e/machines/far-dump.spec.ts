import { connectToFar, farRow } from '../fixture/far-steps.ts'
import { test } from '../fixture/far-test.ts'
import { askedQuestions } from '../fixture/native-questions.ts'
import { takePictures } from '../fixture/pictures.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { expect } from '../fixture/test.ts'

test.describe('a dump on another machine', () => {
  test.skip(process.env['PIPESCOPE_FULL'] === undefined, 'runs in the full test')

  test('is confirmed with the name of the machine, written there, fetched, looked into, and removed there', async ({
    far,
    launch,
  }) => {
    const target = await far.target({ args: ['idle'] })
    const app = await launch({ size: { width: 1440, height: 900 }, environment: far.environment })
    const { page } = app
    await planDump(app, target.pid)
    await takePictures(app, 'far-dump-plan')
    await askedQuestions(app.application)

    await page.getByRole('button', { name: 'Take dump' }).click()
    const outcome = page.getByRole('region', { name: 'Result' })
    await expect(outcome).toHaveAttribute('data-verdict', 'complete', { timeout: 60_000 })
    const [question] = await askedQuestions(app.application)
    expect(question?.message).toContain('on far')
    expect(question?.detail).toContain('passwords, keys')
    await takePictures(app, 'far-dump-written')

    await page.getByTestId('fetch-dump').click()
    await expect(page.getByText('the SHA-256 on both machines is the same', { exact: false })).toBeVisible()
    await takePictures(app, 'far-dump-fetched')
    await page.getByTestId('remove-far-dump').click()
    await expect(page.getByRole('heading', { name: 'Removed from far' })).toBeVisible()
    expect(await askedQuestions(app.application)).toMatchObject([{ message: 'Remove this dump from far?' }])
    await expect(page.getByTestId('dump-look-inside')).toBeVisible()
  })

  test('is listed after the next start once its machine is connected, to be fetched or removed', async ({
    far,
    launch,
  }) => {
    const target = await far.target({ args: ['idle'] })
    const size = { width: 1440, height: 900 }
    const first = await launch({ size, environment: far.environment })
    await planDump(first, target.pid)
    await first.page.getByRole('button', { name: 'Take dump' }).click()
    const outcome = first.page.getByRole('region', { name: 'Result' })
    await expect(outcome).toHaveAttribute('data-verdict', 'complete', { timeout: 60_000 })
    await first.close()
    await target.dispose()

    const second = await launch({ size, environment: far.environment, folders: first.folders })
    const { page } = second
    await connectToFar(second)
    await page.keyboard.press('Control+8')
    const left = page.getByRole('region', { name: 'Dumps on far' })
    await expect(left.getByRole('row')).toHaveCount(2)
    await takePictures(second, 'far-dump-left')
    await left.getByRole('button', { name: 'Fetch' }).click()
    await expect(left.getByRole('button', { name: 'Fetch again' })).toBeVisible({ timeout: 60_000 })
    await askedQuestions(second.application)
    await left.getByRole('button', { name: 'Remove' }).click()
    await expect(left).toHaveCount(0)
    expect(await askedQuestions(second.application)).toMatchObject([
      { message: 'Remove this dump from far?', detail: expect.stringContaining('Your copy on this machine stays') },
    ])
  })
})

async function planDump(app: RunningApp, pid: number): Promise<void> {
  const { page } = app
  await connectToFar(app)
  const row = farRow(page, pid)
  await expect(row).toHaveAttribute('data-state', 'ready')
  await row.click()
  await page.keyboard.press('Control+4')
  await expect(page.getByText('The process writes the file on far.', { exact: false })).toBeVisible()
}
