import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { openPage } from './page-window.ts'
import { servePage } from './page-server.ts'

/**
 * Pictures of the Live screen with scripted data, to be looked at:
 *
 *   node scripts/run.mjs bench/live-render/look.ts OUT_FOLDER [--only NAME]
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { only: { type: 'string' } },
})
const folder = positionals[0] ?? path.join('out', 'live-pictures')
fs.mkdirSync(folder, { recursive: true })
const server = await servePage()
const sizes = [
  [1440, 900],
  [900, 600],
] as const
for (const theme of ['light', 'dark', 'hc']) {
  for (const [width, height] of sizes) {
    const name = `live-${theme}-${width}x${height}`
    if (values.only !== undefined && !name.includes(values.only)) continue
    const page = await openPage(`${server.url}?scene=web&theme=${theme}`, width, height)
    await page.page.getByTestId('live-chart').first().waitFor()
    await page.page.waitForTimeout(2500)
    const plot = await page.page.getByTestId('live-chart').first().boundingBox()
    if (plot !== null) await page.page.mouse.move(plot.x + plot.width * 0.8, plot.y + plot.height / 2)
    await page.page.waitForTimeout(400)
    await page.page.screenshot({ path: path.join(folder, `${name}.png`) })
    await page.close()
    console.log(path.join(folder, `${name}.png`))
  }
}
server.close()
