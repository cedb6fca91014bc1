import { debianDependencies } from '../setup/system-libraries.mjs'
import { fileTypes } from './file-types.mjs'

/** Pure texts: what stands beside the app in a Linux package. */

/** @typedef {import('./app-identity.mjs').Identity} Identity */

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
Comment: The licences of Electron and Chromium are in /usr/lib/pipescope, LICENSE.electron.txt and LICENSES.chromium.html.

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
 * @param {Identity} identity
 * @param {number} installedBytes
 */
export function debControl({ version, summary, description, arch }, installedBytes) {
  return `Package: pipescope
Version: ${version}
Architecture: ${arch.deb}
Maintainer: ${maintainer}
Installed-Size: ${Math.ceil(installedBytes / 1024)}
Section: devel
Priority: optional
Depends: ${debianDependencies.join(', ')}
Recommends: xdg-utils, shared-mime-info, desktop-file-utils, hicolor-icon-theme
Description: ${summary}
${description
  .split('\n')
  .map((line) => ` ${line}`)
  .join('\n')}
`
}

/**
 * @param {Identity} identity
 * @param {string} tree the files as they are installed
 * @param {readonly string[]} files of it, with what they are
 * @param {readonly string[]} libraries by soname and not by package: those names differ between Fedora and openSUSE
 */
export function rpmSpec({ version, summary, description }, tree, files, libraries) {
  return `Name: pipescope
Version: ${version}
Release: 1
Summary: ${summary}
License: MIT
Group: Development/Tools
AutoReqProv: no
${libraries.map((name) => `Requires: ${name}()(64bit)`).join('\n')}

# The executable is fused and its archive hashed: nothing may be stripped or rewritten.
%global debug_package %{nil}
%global __os_install_post %{nil}
%global _build_id_links none
%global _binary_payload w2T0.xzdio

%description
${description}

%install
mkdir -p %{buildroot}
cp -a "${tree}/." %{buildroot}/

%files
%defattr(-,root,root,-)
${files.join('\n')}
`
}
