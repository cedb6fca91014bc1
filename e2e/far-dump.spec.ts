import { FarMachine } from './fixture/far-machine.ts'
import { connectToFar, farRow } from './fixture/far-steps.ts'
import { askedQuestions } from './fixture/native-questions.ts'
import { takePictures } from './fixture/pictures.ts'
import { expect, test } from './fixture/test.ts'

const missing = FarMachine.missing()

test.describe('a dump on another machine', () => {
  test.skip(missing !== null, missing ?? '')
  test.skip(process.env['PIPESCOPE_FULL'] === undefined, 'runs in the full test')
  let far: FarMachine | null = null
  test.afterEach(() => far?.stop())

  test('is asked about with its machine, written there, fetched, looked into, and removed there', async ({
    launch,
  }) => {
    far = await FarMachine.start()
    const target = await far.target({ args: ['idle'] })
    const app = await launch({ size: { width: 1440, height: 900 }, environment: far.environment })
    const { page } = app
    await connectToFar(app)
    const row = farRow(page, target.pid)
    await expect(row).toHaveAttribute('data-state', 'ready')
    await row.click()
    await page.keyboard.press('Control+4')
    await expect(page.getByText('The process writes the file on far.', { exact: false })).toBeVisible()
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
})
