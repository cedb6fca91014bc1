import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { canBuildSamples } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { openLive, test as alone } from './fixture/live-page.ts'
import { answerQuestions, nextQuestion } from './fixture/native-questions.ts'
import { collectedNotifications, collectNotifications } from './fixture/notifications.ts'
import { takePictures } from './fixture/pictures.ts'
import type { RunningApp } from './fixture/running-app.ts'
import { ruleEditor, tryOverLiveHistory } from './fixture/rule-steps.ts'
import { test } from './fixture/shared-app.ts'
import { places } from './fixture/shell-steps.ts'
import { expect, inFullTest } from './fixture/test.ts'

/** In the command line of the process that the rule is about: other tests run beside it on the same machine. */
const mark = `rules-${String(process.pid)}`

async function openRules(page: Page): Promise<void> {
  await places(page).getByRole('button', { name: 'Rules' }).click()
}

type Field = readonly [label: string, how: 'choose' | 'fill', value: string]
type Clause = readonly [kind: string, fields: readonly Field[]]

/** A new rule about a process that nobody has, with these conditions and one action. */
async function writeRule(page: Page, name: string, conditions: readonly Clause[]): Promise<void> {
  await page.getByRole('button', { name: 'New rule' }).click()
  await page.getByRole('menuitem', { name: 'Crash or kill' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await ruleEditor(page).getByRole('textbox', { name: 'Application' }).fill(`nobody-${mark}`)
  await chooseActions(page, [['notify me', []]])
  await clauses(page, 'Condition', 'condition', conditions)
}

/** In place of what is there. */
async function chooseActions(page: Page, actions: readonly Clause[]): Promise<void> {
  const second = ruleEditor(page).getByRole('button', { name: 'Remove action 2' })
  if (await second.isVisible()) await second.click()
  await clauses(page, 'Action', 'action', actions)
}

async function clauses(
  page: Page,
  kind: 'Condition' | 'Action',
  more: string,
  wanted: readonly Clause[],
): Promise<void> {
  for (const [index, [choice, fields]] of wanted.entries()) {
    if (index > 0) await ruleEditor(page).getByRole('button', { name: more, exact: true }).click()
    const clause = ruleEditor(page).getByRole('group', { name: `${kind} ${String(index + 1)}`, exact: true })
    const pick = async (label: string, option: string): Promise<void> => {
      await clause.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await pick(kind, choice)
    for (const [label, how, value] of fields)
      if (how === 'choose') await pick(label, value)
      else await clause.getByRole('textbox', { name: label, exact: true }).fill(value)
  }
}

/** Saves and arms the rule, and gives the sentence that main asked with. */
async function armed({ page, application }: RunningApp): Promise<string> {
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByRole('button', { name: 'Arm…' }).click()
  await expect(page.getByText('Armed', { exact: true })).toBeVisible()
  const question = await nextQuestion(application)
  const lines = (question?.detail ?? '').split('\n').filter((line) => /^(?:When|•)/.test(line))
  return lines.join('\n').replaceAll(/ or (?=the |CPU|HTTP|[A-Z]|warning)/g, '\nor ')
}

test.describe('rules', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('an armed rule saves what led up to an exception, and says what it did', async ({ app, start }) => {
    const { page } = app
    await start(app, { args: ['throw', '--', mark] })
    await openRules(page)
    await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
    await takePictures(app, 'rules-empty')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Exceptions of one type/ }).click()
    await ruleEditor(page).getByRole('textbox', { name: 'Exception type' }).fill('System.*')
    await ruleEditor(page).getByRole('textbox', { name: 'Application' }).fill('Pipescope.Sample')
    await ruleEditor(page).getByRole('textbox', { name: 'Command line contains' }).fill(mark)
    await ruleEditor(page).getByRole('textbox', { name: 'Free disk space' }).fill('0')
    await takePictures(app, 'rules-editor')
    await page.getByRole('button', { name: 'Save rule' }).click()
    await answerQuestions(app.application, 'agree')
    await collectNotifications(app.application)
    await page.getByRole('button', { name: 'Arm…' }).click()
    const question = await nextQuestion(app.application)
    expect(question?.message).toBe('Arm the rule “Exceptions of one type”?')
    expect(question?.detail).toContain('• Save the last 60 s. Records continuously while the rule is armed.')
    const fired = page.getByRole('region', { name: 'Fired' })
    await expect(fired.getByText('Done')).toBeVisible({ timeout: 120_000 })
    await expect(fired.getByRole('button', { name: /_rule.*\.nettrace$/ })).toBeVisible()
    await expect
      .poll(() => collectedNotifications(app.application))
      .toMatchObject([
        {
          title: 'Exceptions of one type',
          body: expect.stringMatching(/^Pipescope\.Sample \(PID \d+\): System\.\* is thrown/),
        },
      ])
    await takePictures(app, 'rules-fired')
    await expectAccessible(page)
    // Any edit disarms.
    await ruleEditor(page).getByRole('textbox', { name: 'Times per day' }).fill('5')
    await page.getByRole('button', { name: 'Save and disarm' }).click()
    await expect(page.getByText('Disarmed')).toBeVisible()
  })

  inFullTest(() => {
    alone(
      'says why the last seconds of a process aren’t kept, where its rule and flight recorders are, and when they are again',
      async ({ app, start }) => {
        const { page } = app
        await start(app, { args: ['idle', '--', mark] })
        const folder = path.join(app.folders.home, 'Pipescope')
        fs.mkdirSync(folder, { recursive: true })
        const obstacle = path.join(folder, 'Pipescope.Sample')
        fs.writeFileSync(obstacle, 'no folder')
        await openRules(page)
        await page.getByRole('button', { name: /^Exceptions of one type/ }).click()
        await ruleEditor(page).getByRole('textbox', { name: 'Exception type' }).fill('System.OutOfMemoryException')
        await ruleEditor(page).getByRole('textbox', { name: 'Application' }).fill('Pipescope.Sample')
        await ruleEditor(page).getByRole('textbox', { name: 'Command line contains' }).fill(mark)
        await ruleEditor(page).getByRole('textbox', { name: 'Free disk space' }).fill('0')
        await page.getByRole('button', { name: 'Save rule' }).click()
        await answerQuestions(app.application, 'agree')
        await page.getByRole('button', { name: 'Arm…' }).click()
        const banner = page.getByRole('status').filter({ hasText: 'aren’t kept' })
        await expect(banner).toContainText('A file with this name already exists')
        await expect(page.getByText('(without a flight recorder)')).toBeVisible()
        await takePictures(app, 'rules-not-kept')
        await expectAccessible(page)
        await page.getByRole('button', { name: 'Show what they keep and cost' }).click()
        await expect(banner).toContainText('Pipescope keeps trying')
        await takePictures(app, 'flight-not-kept')
        await expectAccessible(page)
        fs.rmSync(obstacle)
        // It is tried again after 15 s.
        await expect(page.getByRole('list', { name: 'Flight recorders' }).getByRole('listitem')).toHaveCount(1, {
          timeout: 60_000,
        })
        await expect(banner).toHaveCount(0)
        await page.getByRole('button', { name: /^Notices/ }).click()
        const notices = page.getByRole('dialog', { name: 'Notices' })
        await expect(notices.getByText('A rule’s flight recorder isn’t running')).toHaveCount(1)
        await expect(notices.getByText('A rule’s flight recorder is running again')).toHaveCount(1)
        await takePictures(app, 'flight-kept-again')
      },
    )
  })

  test('has every condition and action as a sentence that reads back what was chosen, and is armed with all of them', async ({
    app,
  }) => {
    const { page } = app
    await openRules(page)
    await answerQuestions(app.application, 'agree')
    await writeRule(page, 'Figures', [
      [
        'a counter',
        [
          ['Counter', 'choose', 'Other counter or meter…'],
          ['Provider or meter', 'fill', 'Shop.Orders'],
          ['Counter name', 'fill', 'orders-open'],
          ['Measure', 'choose', '95th percentile'],
          ['Tags', 'fill', 'shop=north'],
          ['Direction', 'choose', 'below'],
          ['Limit', 'fill', '3'],
          ['How long', 'choose', '10 s'],
        ],
      ],
      [
        'memory or CPU',
        [
          ['What', 'choose', 'CPU usage (of one core)'],
          ['Limit', 'fill', '80'],
          ['How long', 'choose', '1 min'],
        ],
      ],
      [
        'the thread-pool queue',
        [
          ['Queue length', 'fill', '25'],
          ['How long', 'choose', 'an instant'],
        ],
      ],
      [
        'HTTP responses',
        [
          ['Status', 'fill', '404'],
          ['Route', 'fill', '/orders/*'],
          ['Per second', 'fill', '3'],
          ['How long', 'choose', '30 s'],
        ],
      ],
      [
        'HTTP duration',
        [
          ['Percentile', 'choose', '99th percentile'],
          ['Route', 'fill', '/cart'],
          ['Duration', 'fill', '750'],
          ['How long', 'choose', '5 s'],
        ],
      ],
    ])
    await chooseActions(page, [
      ['save the last', [['How much is kept', 'choose', '30 s']]],
      [
        'record',
        [
          ['Recording time', 'choose', '10 s'],
          ['What is recorded', 'choose', 'Locks and waits'],
        ],
      ],
      ['take a stack snapshot', []],
      ['capture a heap graph', []],
      ['take a dump', [['Dump type', 'choose', 'Triage']]],
      ['collect a case', [['Checklist', 'choose', 'Leak']]],
    ])
    expect(await armed(app)).toBe(
      [
        'When orders-open (95th percentile) with shop=north is below 3 for 10 s',
        'or CPU usage is above 80% for 60 s',
        'or the thread-pool queue is above 25',
        'or HTTP 404 responses on /orders/* are above 3 per second for 30 s',
        'or the 99th percentile of HTTP requests on /cart is above 750 ms for 5 s',
        '• Save the last 30 s. Records continuously while the rule is armed.',
        '• Record 10 s (Locks and waits). Records events for that time.',
        '• Take a stack snapshot. Records stacks for about a second.',
        '• Capture a heap graph. Forces a full GC; the process is paused while its heap is read.',
        '• Take a triage dump. Suspends the process while the file is written.',
        '• Collect a case (Leak). Records counters, stacks and events for about a minute and packs them, masked.',
      ].join('\n'),
    )
    await writeRule(page, 'Events', [
      ['a GC pause', [['Pause', 'fill', '120']]],
      [
        'exceptions',
        [
          ['Exception type', 'fill', 'Shop.*'],
          ['Message contains', 'fill', 'no stock'],
          ['How many times', 'fill', '5'],
          ['Within', 'choose', '1 min'],
        ],
      ],
      [
        'log messages',
        [
          ['Level', 'choose', 'warning or worse'],
          ['Category', 'fill', 'Shop.*'],
          ['Text contains', 'fill', 'late'],
          ['How many times', 'fill', '2'],
        ],
      ],
      [
        'an event',
        [
          ['Provider', 'fill', 'Shop-Events'],
          ['Event name', 'fill', 'Order/Start'],
          ['Keywords', 'fill', '0x4'],
          ['Event level', 'choose', 'Warning'],
          ['Field', 'fill', 'id'],
          ['Field contains', 'fill', '42'],
        ],
      ],
      ['the process', [['What happens', 'choose', 'exits']]],
    ])
    await chooseActions(page, [
      ['notify me', []],
      [
        'run a program',
        [
          ['Program', 'fill', '/bin/echo'],
          ['Argument 1', 'fill', '{pid}'],
        ],
      ],
    ])
    expect(await armed(app)).toBe(
      [
        'When a GC pause is longer than 120 ms',
        'or Shop.* with “no stock” is thrown 5 times within 60 s',
        'or warning or worse is logged from Shop.* with “late” 2 times within 10 s',
        'or the event Shop-Events/Order/Start with “42” in id occurs',
        'or the process exits',
        '• Notify me',
        '• Run /bin/echo "{pid}" "{process}". Starts this program with your permissions.',
      ].join('\n'),
    )
    await expect(page.getByText('2 of 2 armed')).toBeVisible()
    await takePictures(app, 'rules-every-kind')
  })

  test('is written by keys, tried over a live view, removed and brought back', async ({ app, start }) => {
    const { page } = app
    await openLive(app, await start(app, { args: ['busy'] }))
    await page.keyboard.press('Control+7')
    const dryRun = await tryOverLiveHistory(page, /^Live history/)
    await expect(dryRun).toContainText('Would have fired once')
    await takePictures(app, 'rules-dry-run')
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('button', { name: 'Remove rule' }).click()
    await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeHidden()
  })

  test('is exported to a file and imported from it, disarmed', async ({ app }) => {
    const { page } = app
    const file = path.join(app.folders.top, 'shared.rule.json')
    await app.application.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
    }, file)
    await openRules(page)
    await page.getByRole('button', { name: /^Long GC pauses/ }).click()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('button', { name: 'Export to a file' }).click()
    await expect(page.getByText('Rule exported')).toBeVisible()
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ format: 'pipescope-rule', version: 1 })
    await page.getByRole('button', { name: 'Import…' }).click()
    await expect(page.getByText('0 of 2 armed')).toBeVisible()
    fs.writeFileSync(file, '{"format":"pipescope-rule","version":1,"shell":"rm -rf /"}')
    await page.getByRole('button', { name: 'Import…' }).click()
    await expect(page.getByText('Couldn’t import the rule')).toBeVisible()
  })
})
