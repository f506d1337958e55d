import { killedHosts } from './killed-hosts.js';

killedHosts(10_000);
