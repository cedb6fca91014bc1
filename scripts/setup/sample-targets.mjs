import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from './paths.mjs'
import { step } from './report.mjs'

/**
 * Builds sample targets, two at a time: from an empty package cache most of a build is waiting for downloads. What fails is told
 * again, with its reason, by whoever asks for the target.
 *
 * @param {readonly string[]} variants
 */
export function buildTargets(variants) {
  return step('targets', async () => {
    const left = [...variants]
    const next = async () => {
      for (let variant = left.shift(); variant !== undefined; variant = left.shift()) await build(variant)
    }
    await Promise.all([next(), next()])
    return { did: variants.join(' '), value: undefined }
  })
}

/** @param {string} variant */
function build(variant) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, 'samples', 'build.mjs'), variant], { stdio: 'ignore' })
    child.once('close', resolve)
    child.once('error', resolve)
  })
}
