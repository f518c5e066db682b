import { parentPort, workerData } from 'node:worker_threads';
import { encodeImage } from './encode-logo';

parentPort?.postMessage(encodeImage(workerData));
