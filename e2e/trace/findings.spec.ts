import path from 'node:path'
import { recordService } from '../../fixtures/recording/record-service.ts'
import { canBuildSamples } from '../../samples/start-target.ts'
import { takePictures } from '../fixture/pictures.ts'
import { makeFolders } from '../fixture/running-app.ts'
import { expect, test } from '../fixture/test.ts'

test.describe('findings of a recorded service that blocks its thread pool', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('name what blocks, link to its rows, and record what is missing', async ({ launch }) => {
    const folders = makeFolders()
    const file = path.join(folders.top, 'blocking.nettrace')
    // Events of tasks have the call of the asynchronous method on their stacks, each time: without them only a sample tells that comes just when a wait ends.
    await recordService({
      fault: 'sync-over-async',
      preset: 'starvation',
      extraItems: ['tasks'],
      file,
      milliseconds: 4000,
    })
    const app = await launch({
      folders,
      arguments: [file, '--select', 'tab=findings'],
      size: { width: 1440, height: 900 },
    })
    const { page } = app
    const info = page.getByTestId('trace-info')
    await expect(info.getByRole('tab', { name: 'Findings' })).toHaveAttribute('aria-selected', 'true')

    const finding = info.getByTestId('finding').first()
    await expect(finding).toContainText('Sync over async blocks thread-pool threads')
    await expect(finding).toContainText('InventoryClient.ReserveBlocking')
    const evidence = info.getByRole('region', { name: 'Evidence' })
    await expect(evidence).toContainText('Waits for InventoryClient.ReserveAsync')
    await expect(info).toContainText('Await InventoryClient.ReserveAsync in InventoryClient.ReserveBlocking')
    await takePictures(app, 'findings')

    await evidence.getByRole('button', { name: /^Show in Locks and waits/ }).click()
    await expect(info.getByRole('tab', { name: /^Locks and waits/ })).toHaveAttribute('aria-selected', 'true')
    await expect(info.getByRole('searchbox', { name: 'Search' })).toHaveValue('InventoryClient.ReserveBlocking')
    const waits = info.getByRole('grid', { name: 'All waits' })
    await expect(waits.getByRole('row').filter({ hasText: 'ReserveBlocking' }).first()).toBeVisible()

    await page.keyboard.press('Alt+ArrowLeft')
    await expect(finding).toBeVisible()
    // The process has ended: another one is asked for.
    await info.getByRole('button', { name: 'Record Logs for Logged errors' }).click()
    await expect(page.getByRole('dialog', { name: 'Record: Logs' })).toBeVisible()
  })
})
