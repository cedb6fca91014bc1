import { debianDependencies } from '../setup/system-libraries.mjs'
import { fileTypes } from './file-types.mjs'

/** Pure texts: what stands beside the app in a Linux package. */

/** @typedef {import('./app-identity.mjs').Identity} Identity */

/** What makes the file types and the menu known; a desktop has them. Debian, Fedora and openSUSE call them the same. */
const recommended = ['xdg-utils', 'shared-mime-info', 'desktop-file-utils', 'hicolor-icon-theme']

/** dpkg demands an address; there is none yet. */
const maintainer = 'The Pipescope authors <nobody@pipescope.invalid>'

/** The name of a file stands behind `--`, so that it never becomes a switch. */
export function desktopEntry() {
  return `[Desktop Entry]
Type=Application
Name=Pipescope
GenericName=.NET Diagnostics
Comment=See, record and explain what a .NET process does
Exec=pipescope -- %f
Icon=pipescope
Terminal=false
Categories=Development;Debugger;Profiling;
Keywords=dotnet;trace;profiler;counters;dump;
MimeType=${fileTypes.map(({ mime }) => `${mime};`).join('')}
StartupNotify=true
StartupWMClass=Pipescope
`
}

export function mimeTypes() {
  const types = fileTypes.map(({ ending, mime, name, magic }) =>
    [
      `  <mime-type type="${mime}">`,
      `    <comment>${name}</comment>`,
      // A pprof profile is gzip inside: its ending says more than its first bytes.
      `    <glob pattern="*.${ending}" weight="60"/>`,
      ...(magic === null
        ? []
        : [`    <magic priority="60"><match type="string" offset="0" value="${magic}"/></magic>`]),
      '  </mime-type>',
    ].join('\n'),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
${types.join('\n')}
</mime-info>
`
}

/** @param {Identity} identity */
export function appStreamMetadata({ version, summary, description, isTest, date }) {
  const paragraphs = description.split('\n').map((text) => `    <p>${text}</p>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>dev.pipescope.app</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>MIT</project_license>
  <name>Pipescope</name>
  <summary>${summary}</summary>
  <developer id="dev.pipescope"><name>The Pipescope authors</name></developer>
  <description>
${paragraphs.join('\n')}
  </description>
  <launchable type="desktop-id">pipescope.desktop</launchable>
  <provides>
    <binary>pipescope</binary>
${fileTypes.map(({ mime }) => `    <mediatype>${mime}</mediatype>`).join('\n')}
  </provides>
  <content_rating type="oars-1.1"/>
  <releases>
    <release version="${version}" date="${date}" type="${isTest ? 'development' : 'stable'}"/>
  </releases>
</component>
`
}

/** @param {string} licence text of the app's own */
export function copyright(licence) {
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Pipescope
Comment: The licenses of Electron, Chromium and the packages in the app are in /usr/lib/pipescope: LICENSE.electron.txt, LICENSES.chromium.html and
 THIRD-PARTY-NOTICES.txt.

Files: *
Copyright: The Pipescope authors
License: MIT
${licence
  .trim()
  .split('\n')
  .map((line) => (line.trim() === '' ? ' .' : ` ${line}`))
  .join('\n')}
`
}

/**
 * dpkg's form of it, which its tools read; what changed for people is beside it.
 *
 * @param {Identity} identity
 */
export function debChangelog({ version, date }) {
  const when = new Date(`${date}T00:00:00Z`).toUTCString().replace('GMT', '+0000')
  return `pipescope (${version}) unstable; urgency=medium

  * What changed is in CHANGELOG.md.gz.

 -- ${maintainer}  ${when}
`
}

/**
 * @param {Identity} identity
 * @param {number} installedBytes
 * @param {string} glibc that the executable needs at least, such as 2.25
 */
export function debControl({ version, summary, description, arch }, installedBytes, glibc) {
  return `Package: pipescope
Version: ${version}
Architecture: ${arch.deb}
Maintainer: ${maintainer}
Installed-Size: ${Math.ceil(installedBytes / 1024)}
Section: devel
Priority: optional
Depends: libc6 (>= ${glibc}), ${debianDependencies.join(', ')}
Recommends: ${recommended.join(', ')}
Description: ${summary}
${wrapped(description)
  .map((line) => ` ${line}`)
  .join('\n')}
`
}

/**
 * @param {Identity} identity
 * @param {string} tree the files as they are installed
 * @param {readonly string[]} files of it, with what they are
 * @param {readonly string[]} libraries by soname and not by package: those names differ between Fedora and openSUSE
 * @param {string} glibc that the executable needs at least, such as 2.25
 */
export function rpmSpec({ version, summary, description }, tree, files, libraries, glibc) {
  return `Name: pipescope
Version: ${version}
Release: 1
Summary: ${summary}
License: MIT
Group: Development/Tools
Packager: ${maintainer}
AutoReqProv: no
${libraries.map((name) => `Requires: ${name}()(64bit)`).join('\n')}
Requires: libc.so.6(GLIBC_${glibc})(64bit)
Recommends: ${recommended.join(' ')}

# The executable is fused and its archive hashed: nothing may be stripped or rewritten.
%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload w2T0.xzdio
# Nobody learns the name of the machine it was made on.
%global _buildhost localhost

%description
${wrapped(description).join('\n')}

%install
mkdir -p %{buildroot}
cp -a "${tree}/." %{buildroot}/

%files
%defattr(-,root,root,-)
${files.join('\n')}
`
}

/**
 * In lines that fit a terminal, which dpkg and rpm print as they are.
 *
 * @param {string} text paragraphs, one a line
 */
function wrapped(text) {
  return text.split('\n').flatMap((paragraph) => {
    /** @type {string[]} */
    const lines = []
    for (const word of paragraph.split(' ')) {
      const last = lines.at(-1)
      if (last !== undefined && last.length + 1 + word.length < 78) lines[lines.length - 1] = `${last} ${word}`
      else lines.push(word)
    }
    return lines
  })
}
