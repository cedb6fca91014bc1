/** Texts that bring a program to a port, ready to be pasted. Pure. */

export type SnippetKind = 'shell' | 'powershell' | 'docker' | 'compose' | 'kubernetes' | 'systemd' | 'profile'

export const snippetTitles: readonly (readonly [SnippetKind, string])[] = [
  ['shell', 'Shell'],
  ['powershell', 'PowerShell'],
  ['docker', 'Docker'],
  ['compose', 'Compose'],
  ['kubernetes', 'Kubernetes'],
  ['systemd', 'systemd'],
  ['profile', 'Launch profile'],
]

const name = 'DOTNET_DiagnosticPorts'

/** `variable`: text of the variable; `address`: the socket or pipe in it. */
export function snippet(kind: SnippetKind, variable: string, address: string): string {
  const folder = address.slice(0, Math.max(1, address.lastIndexOf('/')))
  const json = JSON.stringify
  switch (kind) {
    case 'shell':
      return `export ${name}=${shellWord(variable)}\ndotnet MyApp.dll\n`
    case 'powershell':
      return `$env:${name} = '${variable.replaceAll("'", "''")}'\ndotnet MyApp.dll\n`
    case 'docker':
      return [
        'docker run \\',
        `  -v ${shellWord(`${folder}:${folder}`)} \\`,
        `  -e ${shellWord(`${name}=${variable}`)} \\`,
        '  my-image\n',
      ].join('\n')
    case 'compose':
      return [
        'services:',
        '  my-app:',
        '    environment:',
        `      ${name}: ${json(variable)}`,
        '    volumes:',
        `      - ${json(`${folder}:${folder}`)}\n`,
      ].join('\n')
    case 'kubernetes':
      return [
        'spec:',
        '  containers:',
        '    - name: my-app',
        '      env:',
        `        - name: ${name}`,
        `          value: ${json(variable)}`,
        '      volumeMounts:',
        '        - name: diagnostics',
        `          mountPath: ${json(folder)}`,
        '  volumes:',
        '    - name: diagnostics',
        '      hostPath:',
        `        path: ${json(folder)}`,
        '        type: Directory\n',
      ].join('\n')
    case 'systemd':
      return `[Service]\nEnvironment="${name}=${systemdText(variable)}"\nPrivateTmp=no\n`
    case 'profile':
      return `${json(
        { profiles: { Diagnose: { commandName: 'Project', environmentVariables: { [name]: variable } } } },
        null,
        2,
      )}\n`
  }
}

/** What has to be true for it to work, in one sentence. */
export const snippetHints: Readonly<Record<SnippetKind, string>> = {
  shell: 'Everything started from that shell connects here, including child processes.',
  powershell: 'Everything started from that window connects here, including child processes.',
  docker: 'The socket’s folder is mounted at the same path. The user in the container needs write access to it.',
  compose: 'The socket’s folder is mounted at the same path. The user in the container needs write access to it.',
  kubernetes: 'Only for pods on this node: the socket is a file on this machine.',
  systemd: 'As a drop-in (systemctl edit). With PrivateTmp the service can’t see sockets in /tmp.',
  profile: 'In Properties/launchSettings.json of the project.',
}

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** `%` begins a specifier there, `$` a variable only in commands. */
function systemdText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')
}
