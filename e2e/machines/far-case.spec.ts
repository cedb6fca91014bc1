import type { CaseDocument } from '../../shared/case/case-document.ts'
import { must } from '../../shared/base/assert.ts'
import type { SampleTarget } from '../../samples/start-target.ts'
import { SlowProxy } from '../../main/machines/testing/slow-proxy.ts'
import { offerChecklist, openedCase, packagesIn, plan, shownCase, step, textsOf } from '../fixture/case-steps.ts'
import { connectToFar, farCard, farRow } from '../fixture/far-steps.ts'
import { test } from '../fixture/far-test.ts'
import { answerProcessSearch } from '../fixture/live-page.ts'
import { takePictures } from '../fixture/pictures.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { expect } from '../fixture/test.ts'

const collectingMs = 60_000

/** Plans a case of the process there and of one here. */
async function planBoth({ page }: RunningApp, farPid: number, nearPid: number): Promise<void> {
  const row = farRow(page, farPid)
  await expect(row).toHaveAttribute('data-state', 'ready')
  await row.click()
  await page.getByRole('button', { name: /^Case…/ }).click()
  await plan(page).getByRole('button', { name: 'Import…' }).click()
  await plan(page).getByRole('button', { name: 'Add process' }).click()
  await answerProcessSearch(page, nearPid)
  await expect(plan(page).getByText(`Pipescope.Sample · ${String(nearPid)}`)).toBeVisible()
}

async function documentOf(zip: string | undefined): Promise<{ document: CaseDocument; summary: string }> {
  const texts = await textsOf(must(zip, 'a package'))
  const text = (name: string): string => must(texts.get(name), name).toString('utf8')
  return { document: JSON.parse(text('case.json')) as CaseDocument, summary: text('SUMMARY.md') }
}

test.describe('a case of a process on another machine', () => {
  test.skip(process.env['PIPESCOPE_FULL'] === undefined, 'runs in the full test')
  test.setTimeout(300_000)
  let proxy: SlowProxy
  let app: RunningApp
  let target: SampleTarget
  let near: SampleTarget
  test.beforeEach(async ({ far, launch, start }) => {
    proxy = await SlowProxy.start(far.server.port)
    far.server.writeClientConfig({ knowsHost: true, port: proxy.port })
    target = await far.target({ args: ['busy', 'meters'] })
    app = await launch({ size: { width: 1440, height: 900 }, environment: far.environment })
    near = await start(app, { args: ['throw'] })
    await connectToFar(app)
  })
  test.afterEach(async () => {
    await proxy.stop()
  })

  test('is collected beside one of this machine, and says what is not collected over SSH', async () => {
    const { page } = app
    await offerChecklist(app)
    await planBoth(app, target.pid, near.pid)
    await takePictures(app, 'far-case-plan')
    await plan(page).getByRole('button', { name: 'Start' }).click()
    await expect(shownCase(page)).toHaveAttribute('data-phase', 'packed', { timeout: collectingMs })
    for (const kind of ['process', 'environment', 'counters', 'stacks', 'trace'])
      for (const one of [step(page, kind).first(), step(page, kind).last()])
        await expect(one).toHaveAttribute('data-state', 'done')
    for (const kind of ['machine', 'modules']) {
      await expect(step(page, kind).first()).toHaveAttribute('data-state', 'not-applicable')
      await expect(step(page, kind).first()).toContainText('runs on another machine')
      await expect(step(page, kind).last()).toHaveAttribute('data-state', 'done')
    }
    await takePictures(app, 'far-case-packed')
    await shownCase(page).getByRole('button', { name: 'Open', exact: true }).click()
    await expect(openedCase(page).getByText('Verified', { exact: true })).toBeVisible()
    await takePictures(app, 'far-case-opened')
    expect(target.child.exitCode).toBeNull()
  })

  test('keeps what it has when the link is cut, says what is missing, and is made whole after a reconnect', async () => {
    const { page } = app
    await offerChecklist(app, {
      steps: [
        { kind: 'counters', seconds: 2 },
        { kind: 'trace', seconds: 15, items: ['samples', 'names', 'exceptions'] },
      ],
    })
    await planBoth(app, target.pid, near.pid)
    await plan(page).getByRole('checkbox', { name: 'Heap graph' }).click()
    await plan(page).getByRole('button', { name: 'Start' }).click()
    const trace = step(page, 'trace').first()
    await expect(trace).toHaveAttribute('data-state', 'running', { timeout: collectingMs })
    await expect(trace).toContainText(/\d\s[KM]iB/)
    proxy.isClosed = true
    proxy.cut()

    await expect(shownCase(page)).toHaveAttribute('data-phase', 'packed', { timeout: collectingMs })
    await expect(trace).toHaveAttribute('data-state', 'partial')
    await expect(trace).toContainText('The SSH connection to the machine was lost')
    const heap = step(page, 'heap-graph').first()
    await expect(heap).toHaveAttribute('data-state', 'failed')
    await expect(heap).toContainText('Not connected to far')
    await expect(step(page, 'counters').first()).toHaveAttribute('data-state', 'done')
    for (const kind of ['counters', 'trace', 'heap-graph'])
      await expect(step(page, kind).last()).toHaveAttribute('data-state', 'done')
    await takePictures(app, 'far-case-cut')

    const [cut] = packagesIn(app)
    const { document, summary } = await documentOf(cut)
    expect(document.verdict).toBe('partial')
    const ofFar = (kind: string) => document.steps.find((one) => one.kind === kind && one.process === 0)
    expect(ofFar('trace')).toMatchObject({ state: 'partial' })
    // The name of the machine is masked in reasons, too.
    expect(ofFar('heap-graph')?.reason).toMatch(/^Not connected to ‹host-\w+›\. .*may still be running\.$/)
    expect(summary).toContain('The SSH connection to the machine was lost')
    expect(summary).not.toMatch(/connected to far/)

    proxy.isClosed = false
    await page.keyboard.press('Control+8')
    await farCard(page).click()
    await page.getByRole('button', { name: /^(?:Connect|Connect again|Reconnect)$/ }).click()
    await expect(farCard(page)).toContainText('Connected')
    await page.keyboard.press('Control+1')
    await expect(farRow(page, target.pid)).toHaveAttribute('data-state', 'ready')
    await page.getByRole('navigation', { name: 'Documents' }).getByText(/^Case/).click()
    for (const [at, title] of ['Recording', 'Heap graph'].entries()) {
      await shownCase(page)
        .getByRole('button', { name: `Try again: ${title}` })
        .click()
      await expect.poll(() => packagesIn(app).length, { timeout: collectingMs }).toBe(at + 2)
    }
    await expect(trace).toHaveAttribute('data-state', 'done')
    await expect(heap).toHaveAttribute('data-state', 'done')
    const documents = await Promise.all(packagesIn(app).map((zip) => documentOf(zip)))
    expect(documents.filter((made) => made.document.verdict === 'complete')).toHaveLength(1)
  })
})
