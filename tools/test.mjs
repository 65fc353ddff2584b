// People, CI and reviews run the same check.
import './check.mjs'
