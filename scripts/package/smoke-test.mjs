import { SetupError, step } from '../setup/report.mjs'
import { firstPageOf, startPackagedApp } from './started-app.mjs'

const rowTimeoutMs = 20_000
const quitTimeoutMs = 15_000

/**
 * Starts the packaged app with a demo process, looks over the DevTools protocol whether its row is on the screen, closes
 * the window, and waits for the app to end by itself.
 *
 * @param {string} executable
 */
export function smokeTest(executable) {
  return step('smoke test', async () => {
    const app = await startPackagedApp(executable, ['--demo'])
    try {
      const name = await lookAtFirstRow(await app.debugger())
      await expectEnd(app.child)
      return { did: `the packaged app listed ${name} and quit`, value: undefined }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new SetupError(`The packaged app failed its smoke test: ${reason}\n${app.outputTail()}`)
    } finally {
      app.dispose()
    }
  })
}

/**
 * @param {string} address of the app's DevTools endpoint
 * @returns {Promise<string>} what the first row says
 */
async function lookAtFirstRow(address) {
  const { browser, page } = await firstPageOf(address)
  const row = page.getByTestId('process-row').first()
  await row.waitFor({ timeout: rowTimeoutMs })
  const text = (await row.innerText()).replace(/\s+/g, ' ').trim()
  if (!page.url().startsWith('app://')) throw new Error(`the page comes from ${page.url()}`)
  await page.close()
  await browser.close()
  return `"${text.slice(0, 60)}"`
}

/** @param {import('node:child_process').ChildProcess} child */
async function expectEnd(child) {
  const end = new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode)
    child.once('exit', resolve)
  })
  const late = new Promise((resolve) => setTimeout(resolve, quitTimeoutMs, 'late').unref())
  const outcome = await Promise.race([end, late])
  if (outcome !== 0) throw new Error(outcome === 'late' ? 'it did not quit' : `it ended with exit code ${outcome}`)
}
