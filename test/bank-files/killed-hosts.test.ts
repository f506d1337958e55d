import { killedHosts } from './killed-hosts.js';

killedHosts(200);
