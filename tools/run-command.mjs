import { spawn } from 'node:child_process'
import path from 'node:path'

/** The folder the repository lies in, wherever the command was typed. */
export const root = path.dirname(import.meta.dirname)

/**
 * Runs a program from the repository's root.
 * @param {string} file
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, show?: boolean }} [options] With `show`, output goes to the terminal; otherwise it is returned.
 * @returns {Promise<{ code: number, output: string, stdout: string }>} `output` holds both streams as they came.
 */
export function runCommand(file, args, { env = process.env, show = false } = {}) {
  return new Promise(resolve => {
    const child = spawn(file, args, { cwd: root, env, stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
    const parts = /** @type {string[]} */ ([])
    const stdout = /** @type {string[]} */ ([])
    child.stdout?.setEncoding('utf8').on('data', text => stdout.push(text) && parts.push(text))
    child.stderr?.setEncoding('utf8').on('data', text => parts.push(text))
    child.on('error', error => resolve({ code: 127, output: `${parts.join('')}${error.message}\n`, stdout: '' }))
    child.on('close', code => resolve({ code: code ?? 1, output: parts.join(''), stdout: stdout.join('') }))
  })
}

/**
 * Runs one of the installed packages' commands with this very Node, by its script: `npx` and `.bin` differ between
 * systems.
 * @param {string} script Its path in node_modules.
 * @param {string[]} args
 * @param {Parameters<typeof runCommand>[2]} [options]
 */
export function runTool(script, args, options) {
  return runCommand(process.execPath, [path.join(root, 'node_modules', script), ...args], options)
}

/** Seconds since a moment of `performance.now()`, for people.
 * @param {number} start */
export function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
