import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { buildSample, canBuildSamples, type SampleVariant } from '../../samples/start-target.ts'
import { keysOf, mouse, type Hands } from '../fixture/hands.ts'
import { answerQuestions } from '../fixture/native-questions.ts'
import { takePictures } from '../fixture/pictures.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { test } from '../fixture/shell-page.ts'
import { expect } from '../fixture/test.ts'

/** What startup.spec.ts has no time for on every change: trees of processes, and each thing by keys as well as by mouse. */
const isFull = process.env['PIPESCOPE_FULL'] === '1' && canBuildSamples()

const runtimes = (page: Page, phase: string) => page.locator(`[data-testid="runtime"][data-phase="${phase}"]`)
const launches = (page: Page, phase: string) => page.locator(`[data-testid="launch"][data-phase="${phase}"]`)
const ways = ['mouse', 'keys'] as const

interface Rules {
  readonly first?: string
  readonly others?: string
  readonly variables?: readonly string[]
}

async function launch({ page }: RunningApp, hands: Hands, command: string, rules: Rules): Promise<void> {
  await page.keyboard.press('Control+6')
  await hands.fill(page.getByRole('textbox', { name: 'Command' }), command)
  for (const variable of rules.variables ?? []) {
    await hands.fill(page.getByRole('textbox', { name: 'Variable', exact: true }), variable)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Remove ${variable.split('=')[0] ?? ''}` })).toBeVisible()
  }
  if (rules.first !== undefined)
    await hands.choose(page.getByRole('combobox', { name: 'When the process starts' }), rules.first)
  if (rules.others !== undefined)
    await hands.choose(page.getByRole('combobox', { name: 'When it starts child processes' }), rules.others)
  await hands.press(page.getByRole('button', { name: 'Launch', exact: true }))
}

if (isFull)
  test.describe('launched programs', () => {
    test.beforeEach(({ app }) => answerQuestions(app.application, 'agree'))
    for (const way of ways) {
      const handsOf = (page: Page): Hands => (way === 'mouse' ? mouse : keysOf(page))

      test(`what they start is recorded by its rule, and the first is not, by ${way}`, async ({ app }) => {
        const { page } = app
        const hands = handsOf(page)
        await launch(app, hands, `"${buildSample('net10')}" child`, {
          first: 'Resume immediately',
          others: 'Record, then resume',
        })
        await expect(runtimes(page, 'running')).toHaveCount(2)
        const recorded = runtimes(page, 'running').filter({ hasText: 'Recorded from startup' })
        await expect(recorded).toHaveCount(1)
        const pid = await recorded.getAttribute('data-pid')
        await takePictures(app, `children-recorded-${way}`)
        await page.keyboard.press('Control+J')
        const job = page.locator('[data-job]')
        await hands.press(job.getByRole('button', { name: 'Stop', exact: true }))
        await expect(job).toHaveAttribute('data-state', 'done')
        await hands.press(job.getByRole('button', { name: 'Open', exact: true }))
        const info = page.getByTestId('trace-info')
        await hands.press(info.getByRole('tab', { name: 'Info' }))
        await expect(info.getByText('Yes', { exact: true })).toBeVisible()
        await expect(info.locator('dt', { hasText: /^Process$/ }).locator('+ dd')).toHaveText(
          new RegExp(`^${String(pid)},`),
        )
        await page.keyboard.press('Control+6')
        await hands.press(page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }))
        await expect(launches(page, 'ended')).toHaveCount(1)
      })

      test(`a perf map is turned on before the first line, by ${way}`, async ({ app }) => {
        const { page } = app
        const hands = handsOf(page)
        await launch(app, hands, `"${buildSample('net10')}" idle`, { first: 'Hold until I resume it' })
        await hands.press(page.getByRole('button', { name: /^Prepare / }))
        const part = page.getByRole('region', { name: 'Perf map' })
        await hands.choose(part.getByRole('combobox', { name: 'Perf map type' }), 'Perf map')
        await hands.press(part.getByRole('button', { name: 'Turn on' }))
        await expect(page.getByRole('list', { name: 'Prepared for this runtime' })).toContainText('Perf map')
        await takePictures(app, `perf-map-before-start-${way}`)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        const pid = await runtimes(page, 'waiting').getAttribute('data-pid')
        const file = `/tmp/perf-${String(pid)}.map`
        try {
          await hands.press(page.getByRole('button', { name: /^Resume (?!all)/ }))
          await expect(runtimes(page, 'running')).toHaveCount(1)
          // Methods of the program itself: it was on before they were compiled.
          const text = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '')
          await expect.poll(text).toContain('Pipescope.Samples')
          await hands.press(page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }))
          await expect(launches(page, 'ended')).toHaveCount(1)
        } finally {
          fs.rmSync(file, { force: true })
        }
      })
    }

    for (const variant of ['net8', 'net9'] satisfies SampleVariant[])
      test(`a perf map that would end a waiting program is not offered, and why: ${variant}`, async ({ app }) => {
        const { page } = app
        await launch(app, mouse, `"${buildSample(variant)}" idle`, { first: 'Hold until I resume it' })
        await mouse.press(page.getByRole('button', { name: /^Prepare / }))
        const part = page.getByRole('region', { name: 'Perf map' })
        await expect(part).toContainText('crashes a suspended program')
        await expect(part.getByRole('button')).toHaveCount(0)
        await page.keyboard.press('Escape')
        await mouse.press(page.getByRole('button', { name: /^Resume (?!all)/ }))
        await mouse.press(page.getByRole('button', { name: 'Output' }))
        await expect(page.getByRole('region', { name: 'Output' })).toContainText('ready ')
        await mouse.press(page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }))
        await expect(launches(page, 'ended')).toHaveCount(1)
      })

    test('dotnet run builds, runs and ends as it would without Pipescope, although its first runtime was held', async ({
      app,
    }) => {
      const { page } = app
      const project = path.join(app.folders.home, 'app')
      fs.mkdirSync(project)
      fs.writeFileSync(path.join(project, 'Program.cs'), 'System.Console.WriteLine("it ran");')
      fs.writeFileSync(
        path.join(project, 'app.csproj'),
        '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>',
      )
      // Servers of the build that stay for the next one would outlive the test.
      const variables = ['MSBUILDDISABLENODEREUSE=1', 'UseSharedCompilation=false', 'DOTNET_CLI_TELEMETRY_OPTOUT=1']
      await launch(app, keysOf(page), `dotnet run --project "${project}"`, {
        first: 'Hold until I resume it',
        variables,
      })
      await expect(runtimes(page, 'waiting')).toHaveCount(1)
      await keysOf(page).press(page.getByRole('button', { name: /^Resume (?!all)/ }))
      await keysOf(page).press(page.getByRole('button', { name: 'Output' }))
      await expect(page.getByRole('region', { name: 'Output' })).toContainText('it ran', { timeout: 180_000 })
      await expect(launches(page, 'ended')).toContainText('Exited with code 0')
      await expect(runtimes(page, 'waiting')).toHaveCount(0)
      await takePictures(app, 'dotnet-run')
    })
  })
