import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { recordSession } from '../fixtures/recording/record-session.ts'
import { readGcDump } from '../main/heap/gcdump/read-gcdump.ts'
import { gcDumpBytes } from '../main/heap/testing/gcdump-bytes.ts'
import { canBuildSamples } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { openByDialog } from './fixture/live-page.ts'
import { saveFromMenu } from './fixture/save-steps.ts'
import { takePictures } from './fixture/pictures.ts'
import { documents } from './fixture/shell-page.ts'
import { test } from './fixture/shared-app.ts'
import { expect } from './fixture/test.ts'

/** The heap of a process that allocates large blocks, recorded with the events of its heap. */

const heap = (page: Page) => page.locator('[data-testid="heap-document"]:visible')
const types = (page: Page) => heap(page).getByRole('grid', { name: 'Types' })

/** As PerfView keeps a part of a large heap. */
function sampleOf(from: string, to: string): void {
  const heap = readGcDump(fs.readFileSync(from))
  if (!heap.ok) throw new Error(heap.error.kind)
  const { graph, facts } = heap.value
  const completeness = { kind: 'sampled', countMultipliers: new Float32Array(graph.types.length).fill(4) } as const
  fs.writeFileSync(to, gcDumpBytes({ graph, facts: { ...facts, completeness } }, 'PerfView'))
}

test.describe('a heap graph', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('shows what takes the memory and what keeps it alive, by mouse and by keys', async ({ app }) => {
    const file = path.join(app.folders.top, 'leak.nettrace')
    await recordSession({ variant: 'net10', shape: 'heap', file, milliseconds: 3000 })
    const { page } = app
    await openByDialog(app, file)
    await expect(heap(page)).toBeVisible()

    await test.step('a recording with nothing but a heap walk is one document', async () => {
      await expect(documents(page).getByRole('button', { name: 'leak.nettrace', exact: true })).toHaveCount(1)
    })

    await test.step('types are listed by what they take', async () => {
      await expect(
        types(page)
          .getByRole('row', { name: /Byte\[\]|byte\[\]/ })
          .first(),
      ).toBeVisible()
      await takePictures(app, 'heap-types')
      await expectAccessible(page)
    })

    await test.step('a selected type shows its figures, and leads to its objects', async () => {
      await types(page).getByRole('row').nth(1).click()
      const picked = heap(page).getByRole('region', { name: 'Selected type' })
      await expect(picked.getByRole('listitem').first()).toBeVisible()
      await expect(picked).toContainText('Retained per object')
      await takePictures(app, 'heap-type-selected')
      await expectAccessible(page)
      await picked.getByRole('button', { name: 'Objects' }).focus()
      await page.keyboard.press('Enter')
      await expect(heap(page).getByRole('grid', { name: 'Objects' })).toBeVisible()
      await heap(page).getByRole('button', { name: 'Back' }).click()
    })

    await test.step('types are grouped by namespace', async () => {
      await heap(page).getByRole('radio', { name: 'Namespace' }).click()
      await expect(
        types(page)
          .getByRole('row', { name: /^System / })
          .first(),
      ).toBeVisible()
      await takePictures(app, 'heap-types-by-namespace')
      await heap(page).getByRole('radio', { name: 'Type', exact: true }).click()
      await heap(page)
        .getByRole('searchbox', { name: /Filter names/ })
        .fill('no such type')
      await expect(heap(page).getByText('0 rows')).toBeVisible()
      await takePictures(app, 'heap-types-empty')
    })

    await test.step('a type leads to what keeps its objects alive', async () => {
      await heap(page)
        .getByRole('searchbox', { name: /Filter names/ })
        .fill('/^byte\\[\\]$/')
      await expect(types(page).getByRole('row')).toHaveCount(2)
      await types(page).getByRole('row').nth(1).dblclick()
      // A block may hang on the stack of the thread that has just allocated it, on the list, or on both: then nothing is unfolded by itself.
      const paths = heap(page).getByRole('treegrid', { name: 'Paths to roots' })
      await paths.getByRole('row').nth(1).click()
      await heap(page).getByRole('button', { name: 'Largest path' }).click()
      await expect(paths.getByRole('row', { name: /^byte\[\] / }).first()).toBeVisible()
      await takePictures(app, 'heap-paths')
      await expectAccessible(page)
    })

    await test.step('dominators are searched, by type and object by object', async () => {
      await heap(page).getByRole('tab', { name: 'Dominators' }).click()
      const dominators = heap(page).getByRole('treegrid', { name: 'Dominators' })
      await expect(dominators.getByRole('row').nth(1)).toBeVisible()
      await takePictures(app, 'heap-dominators')
      await expectAccessible(page)
      await heap(page)
        .getByRole('searchbox', { name: /Find names/ })
        .fill('byte[]')
      await page.keyboard.press('Enter')
      await expect(dominators.getByRole('row', { selected: true })).toContainText('byte[]')
      await expect(heap(page).getByText(/^1 of \d/)).toBeVisible()
      await heap(page).getByRole('radio', { name: 'Objects' }).click()
      await heap(page).getByRole('button', { name: 'Largest path' }).click()
      await expect(dominators.getByRole('row', { selected: true })).toContainText(/byte\[\] 0x[0-9a-f]+/)
      await takePictures(app, 'heap-dominator-objects')
      await expectAccessible(page)
    })

    await test.step('the treemap is gone into and out of by keys', async () => {
      await heap(page).getByRole('tab', { name: 'Treemap' }).click()
      const boxes = heap(page).getByRole('group', { name: 'Treemap of retained sizes' }).getByRole('button')
      await expect(boxes.nth(1)).toBeVisible()
      await expect(heap(page).getByRole('list', { name: 'Colors' })).toContainText('Your code')
      // Padding and border of a box must not make it larger than its share.
      const tooLarge = await boxes.evaluateAll((all: HTMLElement[]) =>
        all.flatMap(({ offsetWidth, offsetHeight, style }) => {
          const [width, height] = [Number.parseFloat(style.width), Number.parseFloat(style.height)]
          return offsetWidth > width + 1 || offsetHeight > height + 1
            ? [{ offsetWidth, width, offsetHeight, height }]
            : []
        }),
      )
      expect(tooLarge).toEqual([])
      await takePictures(app, 'heap-treemap')
      await expectAccessible(page)
      await heap(page)
        .getByRole('button', { name: /^System\.Collections\.Generic/ })
        .first()
        .focus()
      await page.keyboard.press('Enter')
      await expect(heap(page).getByRole('button', { name: 'All roots' })).toBeEnabled()
      await expect(boxes.first()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(heap(page).getByRole('button', { name: 'All roots' })).toBeDisabled()
    })

    await test.step('an object shows who refers to it and its path to a root', async () => {
      await heap(page).getByRole('tab', { name: 'Objects' }).click()
      const objects = heap(page).getByRole('grid', { name: 'Objects' })
      await expect(objects.getByRole('row').nth(1)).toBeVisible()
      await objects.focus()
      await page.keyboard.press('ArrowDown')
      const selected = heap(page).getByRole('region', { name: 'Selected object' })
      await expect(selected.getByRole('grid', { name: 'Referenced by' }).getByRole('row').nth(1)).toBeVisible()
      await expect(selected.getByLabel('About this object')).toContainText('Retained')
      await selected.getByRole('radio', { name: 'Path to root' }).click()
      await expect(selected.getByRole('grid', { name: 'Path to root' })).toContainText('Roots')
      await takePictures(app, 'heap-objects')
      await expectAccessible(page)

      // In the list of references, and on into what refers: back and forth by keys.
      await selected.getByRole('radio', { name: 'Referenced by' }).click()
      const referrers = selected.getByRole('grid', { name: 'Referenced by' })
      const first = await selected.getByRole('heading').innerText()
      await referrers.focus()
      // Roots are no objects, and nothing leads to them.
      for (let left = 10; left > 0 && (await selected.getByRole('heading').innerText()) === first; left--) {
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
      }
      await expect(referrers).toBeFocused()
      const about = selected.getByLabel('About this object')
      // Its facts come a moment after its name.
      await expect(about).toContainText('Steps from a root')
      const second = await about.innerText()
      await page.keyboard.press('Alt+ArrowLeft')
      await expect(about).not.toHaveText(second, { useInnerText: true })
      await expect(selected.getByRole('heading')).toHaveText(first)
      await page.keyboard.press('Alt+ArrowRight')
      await expect(about).toHaveText(second, { useInnerText: true })
      await expect(referrers).toBeFocused()
      await heap(page).getByRole('button', { name: 'Back' }).click()
      await heap(page).getByRole('button', { name: 'Forward' }).click()
      await expect(about).toHaveText(second, { useInnerText: true })
      await heap(page).getByRole('button', { name: 'Back' }).click()
      await heap(page).getByRole('button', { name: 'Back' }).click()
      await expect(selected).toBeHidden()
    })

    await test.step('the recording says where its figures come from', async () => {
      await heap(page).getByRole('tab', { name: 'Info' }).click()
      await expect(heap(page).getByText('Heap events of the runtime')).toBeVisible()
      await takePictures(app, 'heap-info')
      await expectAccessible(page)
    })

    await test.step('its events are a document of their own when they are asked for', async () => {
      await heap(page).getByRole('button', { name: 'Open as trace' }).click()
      const trace = page.locator('[data-testid="trace-info"]:visible')
      await expect(trace).toBeVisible()
      await takePictures(app, 'heap-as-trace')
      await trace.getByRole('button', { name: 'Heap graph' }).click()
      await expect(heap(page)).toBeVisible()
      await expect(documents(page).getByRole('button', { name: 'leak.nettrace', exact: true })).toHaveCount(2)
    })
  })

  test('is saved as .gcdump, report, stacks and tables, and the .gcdump opens with the same figures', async ({
    app,
  }) => {
    const file = path.join(app.folders.top, 'saved.nettrace')
    await recordSession({ variant: 'net10', shape: 'heap', file, milliseconds: 1000 })
    const { page } = app
    await openByDialog(app, file)
    // The figures are there with the rows.
    await expect(types(page).getByRole('row').nth(1)).toBeVisible()
    const figures = await heap(page).getByRole('definition').allInnerTexts()
    const save = async (button: string, entry: string, name: string): Promise<string> => {
      const target = path.join(app.folders.top, name)
      await saveFromMenu(app, { within: heap(page), button, entry, file: target })
      return fs.readFileSync(target, 'utf8')
    }
    expect(await save('Export', 'Report (HTML)', 'leak.html')).toContain('<td>byte[]</td>')
    expect(await save('Export', 'Folded stacks of dominators', 'leak.folded.txt')).toMatch(/;byte\[\] \d+$/m)
    expect(await save('Save', 'Save as CSV', 'leak.csv')).toMatch(
      /^name,module,count,shallow_bytes,retained_bytes,gen0_bytes,gen1_bytes,gen2_bytes,loh_bytes,poh_bytes,frozen_bytes\r\n/,
    )
    expect(await save('Save', 'Save as TSV', 'leak.tsv')).toMatch(/^name\tmodule\tcount\t/)
    const rows: unknown = JSON.parse(await save('Save', 'Save as JSON', 'leak.json'))
    expect(rows).toContainEqual(expect.objectContaining({ name: 'byte[]' }))
    await heap(page).getByRole('tab', { name: 'Objects' }).click()
    expect(await save('Save', 'Save as CSV', 'objects.csv')).toMatch(/^[a-z_,]*address[a-z_,]*\r\n/)
    await heap(page).getByRole('tab', { name: 'Dominators' }).click()
    expect(await save('Save', 'Save as TSV', 'dominators.tsv')).toMatch(/\tbyte\[\]\t/)
    await heap(page).getByRole('tab', { name: 'Treemap' }).click()
    expect(await save('Picture of the treemap', 'Save as SVG…', 'leak.svg')).toContain('<svg')
    await save('Picture of the treemap', 'Save as PNG…', 'leak.png')
    const png = fs.readFileSync(path.join(app.folders.top, 'leak.png'))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    await save('Export', 'Heap graph (.gcdump)', 'leak.gcdump')

    await openByDialog(app, path.join(app.folders.top, 'leak.gcdump'))
    await expect(heap(page).getByRole('heading', { name: 'leak.gcdump' })).toBeAttached()
    // The pause of the process is not in the format; what stands last is when it was taken.
    const saved = heap(page).getByRole('definition')
    await expect(saved).toHaveCount(5)
    expect((await saved.allInnerTexts()).slice(0, 4)).toEqual(figures.slice(0, 4))
    await heap(page).getByRole('tab', { name: 'Info' }).click()
    await expect(heap(page)).toContainText('Pipescope')
    await takePictures(app, 'heap-info-gcdump')

    const sampled = path.join(app.folders.top, 'sampled.gcdump')
    sampleOf(path.join(app.folders.top, 'leak.gcdump'), sampled)
    await openByDialog(app, sampled)
    await expect(heap(page).getByText('Sampled', { exact: true })).toBeVisible()
    await expect(heap(page).getByRole('status').first()).toContainText('counts and sizes are those of the objects kept')
    await takePictures(app, 'heap-sampled')
    await expectAccessible(page)
  })

  test('says that a recording without one has none', async ({ app }) => {
    const file = path.join(import.meta.dirname, '..', 'fixtures', 'nettrace', 'net10-meters.nettrace')
    await openByDialog(app, file)
    await expect(app.page.locator('[data-testid="trace-info"]:visible')).toBeVisible()
    await expect(app.page.getByRole('button', { name: 'Heap graph' })).toBeHidden()
  })
})
