/** Texts that bring a program to a port, ready to be pasted. Pure. */

/** In the order they are offered. */
export const snippetKinds = ['shell', 'powershell', 'docker', 'compose', 'kubernetes', 'systemd', 'profile'] as const

export type SnippetKind = (typeof snippetKinds)[number]

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

function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** `%` begins a specifier there, `$` a variable only in commands. */
function systemdText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')
}
