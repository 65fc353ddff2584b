// Imported for its effect: ends this process, as SIGTERM would, when its parent is gone. `npm start` runs the
// product below a shell, and a SIGTERM sent to npm ends npm and the shell without ever reaching it.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 200)
watch.unref()
