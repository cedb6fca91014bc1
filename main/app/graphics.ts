import { existsSync } from 'node:fs'
import type { App } from 'electron'

/** What a driver of any kind makes: Mesa and most others, NVIDIA's own, the one of WSL, and those of small boards. */
const graphicsDevices = ['/dev/dri', '/dev/nvidiactl', '/dev/dxg', '/dev/mali0', '/dev/kgsl-3d0']

/** A person who asks for a way to draw gets it. */
const drawingSwitches = ['use-gl', 'use-angle', 'ignore-gpu-blocklist', 'enable-unsafe-webgpu']

/**
 * Linux without a graphics device (containers, virtual machines, build servers): Chromium would start a process for the device, see it
 * fail, and start another that draws in software, while the page waits for it. Said before `ready`, it draws in software at once;
 * what it can do is the same (docs/decisions/0042).
 */
export function drawInSoftwareWithoutDevice(
  app: Pick<App, 'commandLine' | 'disableHardwareAcceleration'>,
  platform: NodeJS.Platform,
  exists: (path: string) => boolean = existsSync,
): void {
  if (platform !== 'linux' || graphicsDevices.some((path) => exists(path))) return
  if (drawingSwitches.some((name) => app.commandLine.hasSwitch(name))) return
  app.disableHardwareAcceleration()
}
