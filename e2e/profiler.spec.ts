import fs from 'node:fs'
import path from 'node:path'
import { buildProfiler, canBuildSamples, profilerClsid } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { answerQuestions, nextQuestion } from './fixture/native-questions.ts'
import { goToProcess } from './fixture/live-page.ts'
import { takePictures } from './fixture/pictures.ts'
import { test } from './fixture/shared-app.ts'
import { findProcess, runCommand } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

const library = canBuildSamples() ? buildProfiler() : null

test.describe('changing a process', () => {
  test.skip(library === null, 'needs the .NET SDK and a C++ compiler')

  test('attaches a profiler with its data, sets a variable, writes a perf map, without a mouse', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['idle'] })
    const { page } = app
    await expect(await findProcess(page, target.pid)).toHaveAttribute('data-state', 'ready')
    await goToProcess(page, target.pid)
    await runCommand(app, 'Modify the selected process')
    const file = page.getByRole('textbox', { name: 'Profiler library (path as the process sees it)' })
    const facts = page.getByRole('list', { name: 'What can be seen of the library' })
    await test.step('a library that is not there is asked about all the same, and Cancel attaches nothing', async () => {
      await page.getByRole('textbox', { name: 'Profiler CLSID' }).fill(profilerClsid)
      await file.fill('/nowhere/lib.so')
      await expect(facts).toContainText('Doesn’t exist')
      await page.getByRole('button', { name: 'Attach…' }).press('Enter')
      const asked = await nextQuestion(app.application)
      expect(asked?.message).toContain(`PID ${String(target.pid)}`)
      expect(asked?.detail).toContain('/nowhere/lib.so')
      await expect(page.getByRole('button', { name: 'Attach…' })).toBeEnabled()
      await expect(page.getByTestId('profiler-result')).toHaveCount(0)
    })

    await test.step('it is refused with its reason once that is agreed to', async () => {
      await answerQuestions(app.application, 'agree')
      // After *Cancel* nothing is asked for a moment.
      await expect(async () => {
        await page.getByRole('button', { name: 'Attach…' }).press('Enter')
        await expect(page.getByTestId('profiler-result')).toContainText('Not attached', { timeout: 1000 })
      }).toPass()
      await takePictures(app, 'advanced-refused')
    })

    await test.step('a real one is loaded with its data', async () => {
      const log = path.join(app.folders.home, 'profiler.log')
      await file.fill(library ?? '')
      await expect(facts).toContainText('Exports a profiler entry point')
      await page.getByRole('textbox', { name: 'Client data' }).fill(`log=${log}`)
      await page.getByRole('button', { name: 'Attach…' }).press('Enter')
      await expect(page.getByTestId('profiler-result')).toContainText('loaded in the process')
      expect(fs.readFileSync(log, 'utf8')).not.toBe('')
    })

    await test.step('a variable is set, and the process sees it', async () => {
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill('PIPESCOPE_E2E')
      await page.getByRole('textbox', { name: 'Value', exact: true }).fill('seen')
      await page.getByRole('button', { name: 'Set…' }).press('Enter')
      await expect(page.getByTestId('variable-result')).toContainText('was set')
      target.send('env PIPESCOPE_E2E')
      await expect.poll(() => target.lines.join('\n')).toContain('seen')
    })

    await test.step('a perf map is written', async () => {
      await page.getByRole('button', { name: 'Turn on' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('list', { name: 'Files' })).toContainText(`/tmp/perf-${String(target.pid)}.map`)
      await page.getByRole('button', { name: 'Turn off' }).focus()
      await page.keyboard.press('Enter')
      await takePictures(app, 'advanced-done')
    })

    await test.step('the console sends and reads raw messages, and refuses what was not checked', async () => {
      await runCommand(app, 'Raw IPC console')
      await expect(page.getByRole('region', { name: 'Request preview' })).toContainText('DOTNET_IPC_V1')
      await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
      const answer = page.getByRole('region', { name: /^Response after/ })
      await expect(answer).toContainText(`0x${target.pid.toString(16)}`)
      await takePictures(app, 'console')
      await page.getByRole('combobox', { name: 'Command' }).press('Enter')
      await page.getByRole('option', { name: /^ApplyStartupHook/ }).press('Enter')
      await page.getByRole('textbox', { name: /^path/ }).fill('/nowhere/hook.dll')
      await expect(page.getByTestId('console-refusal')).toContainText('has not been checked')
      await takePictures(app, 'console-refused')
      await expectAccessible(page)
    })
    for (const name of [`perf-${String(target.pid)}.map`, `jit-${String(target.pid)}.dump`])
      fs.rmSync(path.join('/tmp', name), { force: true })
  })
})
