// One check for everybody: what a person runs, what CI runs and what a change is measured by are the same.
import './check.mjs'
