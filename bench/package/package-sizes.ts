import fs from 'node:fs'
import path from 'node:path'

/** Megabytes of the unpacked app by what they are, and of each installer that was built. */
export function sizesOf(unpacked: string, installers: string): Readonly<Record<string, number>> {
  const sizes: Record<string, number> = {}
  for (const file of filesBelow(unpacked)) {
    const part = partOf(path.relative(unpacked, file))
    sizes[part] = (sizes[part] ?? 0) + fs.statSync(file).size / 1e6
  }
  const built = fs.existsSync(installers) ? fs.readdirSync(installers) : []
  for (const name of built.filter((file) => /\.(?:deb|rpm|gz|AppImage|exe|zip|dmg)$/.test(file)))
    sizes[`installer ${name}`] = fs.statSync(path.join(installers, name)).size / 1e6
  return sizes
}

function partOf(file: string): string {
  if (file.startsWith('resources/')) return file.includes('app.asar.unpacked') ? 'appNativeMB' : 'appMB'
  if (file.startsWith('locales/')) return 'localesMB'
  if (/^(LICENSE|THIRD-PARTY)/.test(file)) return 'licensesMB'
  if (/swiftshader|vulkan/.test(file)) return 'softwareGraphicsMB'
  return file === 'pipescope' ? 'electronBinaryMB' : 'electronOtherMB'
}

function filesBelow(folder: string): readonly string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
