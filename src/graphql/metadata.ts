/**
 * Imported before all decorators. A file of the project's own, since the build keeps the order of such imports, and
 * puts those of packages behind them.
 */
import 'reflect-metadata';
