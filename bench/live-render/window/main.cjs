// A bare window for bench/live-render: the page brings its own data, so there is no preload and no main of ours.
const { app, BrowserWindow } = require('electron')

const argument = (name) => process.argv.find((text) => text.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''
void app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: Number(argument('page-width')),
    height: Number(argument('page-height')),
    useContentSize: true,
    webPreferences: { backgroundThrottling: false },
  })
  void window.loadURL(argument('page-url'))
})
app.on('window-all-closed', () => app.quit())
