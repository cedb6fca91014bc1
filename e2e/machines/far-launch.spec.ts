import { connectToFar } from '../fixture/far-steps.ts'
import { test } from '../fixture/far-test.ts'
import { askedQuestions } from '../fixture/native-questions.ts'
import { takePictures } from '../fixture/pictures.ts'
import { expect } from '../fixture/test.ts'

test.describe('launching on another machine', () => {
  test.skip(process.env['PIPESCOPE_FULL'] === undefined, 'runs in the full test')

  test('is confirmed with the name of the machine, waits there, is recorded from its first line, and is stopped', async ({
    far,
    launch,
  }) => {
    const program = far.program()
    const app = await launch({ size: { width: 1440, height: 900 }, environment: far.environment })
    const { page } = app
    await connectToFar(app)
    await askedQuestions(app.application)
    await page.keyboard.press('Control+6')
    await page.getByRole('combobox', { name: 'Machine' }).click()
    await page.getByRole('option', { name: 'far', exact: true }).click()
    await page.getByRole('textbox', { name: 'Command' }).fill(`${program} idle`)
    await page.getByRole('combobox', { name: 'When the process starts' }).click()
    await page.getByRole('option', { name: 'Hold until I resume it' }).click()
    await takePictures(app, 'far-launch-form')
    await page.getByRole('button', { name: 'Launch', exact: true }).click()

    const runtime = page.getByTestId('runtime')
    await expect(runtime).toHaveAttribute('data-phase', 'waiting')
    const [question] = await askedQuestions(app.application)
    expect(question?.message).toContain('on far?')
    expect(question?.detail).toContain(`Machine: far\nProgram: ${program}\nArguments: idle\nFolder: ~`)
    await expect(page.getByTestId('launch')).toContainText('on far')
    // Found in the list of that machine.
    await expect(runtime).toContainText('Pipescope.Sample')
    await takePictures(app, 'far-launch-waiting')

    await page.getByRole('button', { name: /then resume it/ }).click()
    await expect(page.getByRole('heading', { name: /^Record / })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await page.keyboard.press('Control+6')
    await expect(runtime).toHaveAttribute('data-phase', 'running')
    await page.getByRole('button', { name: 'Output' }).click()
    await expect(page.getByRole('region', { name: 'Output' })).toContainText('ready ')
    await takePictures(app, 'far-launch-running')
    await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(page.getByTestId('launch')).toHaveAttribute('data-phase', 'ended')
    await expect(page.getByRole('region', { name: 'Output' })).toContainText('ready ')

    // What can't be started there is said with the next step.
    await page.getByRole('textbox', { name: 'Command' }).fill('no-such-program')
    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    await expect(page.getByText('no-such-program wasn’t found on far')).toBeVisible()
    await takePictures(app, 'far-launch-refused')
  })
})
